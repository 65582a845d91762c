//! Tests comparisons with Stripe of payments that are older than what a comparison lists.

use std::time::Duration;

use serde_json::json;

use super::reconciling::{apply, compare, counts};
use super::sales::{Seller, at_stripe, pay, text};
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

/// Selects the number of payments that wait to be applied.
const MARKED: &str =
    "SELECT count(*) FROM stripe_object WHERE kind = 'payment' AND state = 'waiting'";

on_both_engines! {
    async fn old_dispute_whose_end_was_missed_is_applied_again(world: TestApi) {
        let seller = Seller::open(&world).await;
        let checkout = seller.started(&world, &json!({})).await;
        pay(&world, &checkout, "pays");
        assert_eq!(seller.synced(&world, &checkout).await["state"], "completed");
        let charge = text(&at_stripe(&world, "/v1/charges").await[0]["id"]);
        world.clock.advance(Duration::from_mins(1));
        let opening = json!({"charge": charge, "reason": "fraudulent"});
        let dispute = world.stripe.control("open_dispute", &opening).unwrap();
        // The double decides a dispute without a response for the buyer after seven days.
        let response = json!({"dispute": dispute["id"], "step": "respond"});
        world.stripe.control("step_dispute", &response).unwrap();
        world.clock.advance(Duration::from_mins(1));
        let opened = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&opened), world.count(MARKED).await), ((1, 0), 1), "{opened}");
        apply(&world).await;
        assert_eq!(world.count("SELECT frozen FROM payment").await, 550);

        // The next comparison lists the dispute, and the one after it does not.
        world.clock.advance(Duration::from_hours(10 * 24));
        let listed = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&listed), world.count(MARKED).await), ((0, 0), 0), "{listed}");
        let step = json!({"dispute": dispute["id"], "step": "lose"});
        world.stripe.control("step_dispute", &step).unwrap();
        world.clock.advance(Duration::from_mins(1));
        let dry = compare(&world, &seller, &json!({"dry_run": true})).await;
        assert_eq!((counts(&dry), world.count(MARKED).await), ((0, 0), 0), "{dry}");
        let ended = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&ended), world.count(MARKED).await), ((0, 0), 1), "the dispute is applied again: {ended}");
        apply(&world).await;
        assert_eq!(world.text("SELECT state FROM dispute").await, "lost");
        assert_eq!(world.count("SELECT frozen FROM payment").await, 0);
        assert_eq!(world.count("SELECT clawed FROM payment").await, 550);
        assert_sound(&world).await;

        world.clock.advance(Duration::from_mins(1));
        let settled = compare(&world, &seller, &json!({})).await;
        assert_eq!((counts(&settled), world.count(MARKED).await), ((0, 0), 0), "a decided dispute is final: {settled}");
    }
}
