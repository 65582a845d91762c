//! Tests trials: credits, the notice before the end, the first payment, and cards that had a trial before.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{DRAFT, Subscriber, put_plan, seller_of_plans, wait};
use crate::billing::refunding::recorded;
use crate::billing::sales::Seller;
use crate::billing::stripe::{as_owner, with_deliveries};
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

const DAY: Duration = Duration::from_hours(24);

async fn seller_of_trials(world: &TestApi) -> Seller {
    let seller = seller_of_plans(world).await;
    let trial = json!({"trial": {"days": 14, "credits": 100, "needs_card": true}});
    put_plan(world, &seller, "trial", &trial).await;
    seller
}

on_both_engines! {
    async fn trial_has_its_credits_and_is_paid_when_it_ends(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_trials(&world).await;
        let wish = json!({"pack": null, "plan": "trial"});
        let ada = Subscriber::by_checkout(&world, seller, &wish, "pays").await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["trial_end"]), (&json!("trialing"), &json!("2027-01-29T08:00:00.000Z")), "{one}");
        assert_eq!((ada.available(&world).await, ada.is_subscribed(&world).await), (100, true));
        wait(&world, 11 * DAY).await;
        for _ in 0..2 {
            product_api::sweep::once(&world.app).await.ok();
        }
        assert_eq!(recorded(&world, "subscription.trial_ending").await, 1);
        let preview = ada.preview(&world, &json!({"plan": "team"})).await;
        assert_eq!((&preview["effect"], &preview["amount_due_minor"]), (&json!("in_trial"), &json!(0)), "{preview}");
        wait(&world, 3 * DAY).await;
        wait(&world, DRAFT).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_end"]), "{one}");
        product_api::sweep::once(&world.app).await.ok();
        assert_eq!(ada.available(&world).await, 1_000, "the credits of the trial end with it");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn card_that_had_a_trial_gets_no_second_one(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_trials(&world).await;
        let wish = json!({"pack": null, "plan": "trial"});
        let ada = Subscriber::by_checkout(&world, seller, &wish, "pays").await;
        let wish = json!({"pack": null, "plan": "trial", "customer": {"external_id": "bob"}});
        let bob = Subscriber::by_checkout(&world, ada.seller, &wish, "pays").await;
        assert_eq!(bob.read(&world).await["status"], "trialing");
        assert_eq!((bob.available(&world).await, bob.is_subscribed(&world).await), (0, true));
        assert_eq!(world.count("SELECT count(*) FROM subscription WHERE trial_repeat = 'no_credits'").await, 1);
        let wish = json!({"pack": null, "plan": "trial", "customer": {"external_id": "cleo"}});
        let cleo = Subscriber::by_checkout(&world, bob.seller, &wish, "later_charges_fail").await;
        assert_eq!(cleo.available(&world).await, 100);
    }
}

on_both_engines! {
    async fn customer_who_has_subscribed_begins_without_a_trial(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_trials(&world).await;
        let ada = Subscriber::by_checkout(&world, seller, &json!({"pack": null, "plan": "pro"}), "pays").await;
        ada.act(&world, "cancel", "c", &json!({"at": "now", "expire": true})).await;
        wait(&world, DAY).await;
        let wish = json!({"pack": null, "plan": "trial"});
        let again = Subscriber::by_checkout(&world, ada.seller, &wish, "pays").await;
        let one = again.read(&world).await;
        assert_eq!((&one["plan"], &one["status"], &one["trial_end"]), (&json!("trial"), &json!("active"), &Value::Null), "{one}");
        assert_eq!(again.available(&world).await, 1_000, "the first period is paid");
        assert_eq!(world.count("SELECT count(*) FROM trial_use").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn card_that_had_a_trial_gets_another_one_if_the_website_allows_it(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let mut seller = seller_of_trials(&world).await;
        let settings = json!({
            "currency": "eur", "tax": "off", "tax_behavior": "inclusive", "documents": "receipt", "promotion_codes": false,
            "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false, "repeat_trial": "allow",
        });
        let site = (seller.shop.id.as_str(), "test");
        let set = as_owner(&world, "usr_1", site, "PUT /v1/billing/settings", Some(&settings)).await;
        assert_eq!(set.status, 200, "{set:?}");
        for name in ["ada", "bob"] {
            let wish = json!({"pack": null, "plan": "trial", "customer": {"external_id": name}});
            let buyer = Subscriber::by_checkout(&world, seller, &wish, "pays").await;
            assert_eq!(buyer.read(&world).await["status"], "trialing", "{name}");
            assert_eq!(buyer.available(&world).await, 100, "{name}");
            seller = buyer.seller;
        }
        assert_eq!(world.count("SELECT count(*) FROM subscription WHERE trial_repeat IS NOT NULL").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM trial_use WHERE kind = 'card'").await, 1);
        assert_sound(&world).await;
    }
}
