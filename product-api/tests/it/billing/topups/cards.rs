//! Tests which card an automatic top-up charges after another one was declined.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::json;

use super::buyer::{Buyer, PATH, buy_due, in_app, rule};
use crate::billing::refunding::deliver;
use crate::billing::sales::{at_stripe, call, text};
use crate::billing::stripe::{ACCOUNT, call_stripe, endpoints, with_deliveries};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};

/// Longer than the shortest time between two purchases.
const PAUSE: Duration = Duration::from_mins(6);

/// Saves a card of the one customer at Stripe as its default.
async fn add_card(world: &TestApi) {
    let customer = at_stripe(world, "/v1/customers").await[0]["id"].clone();
    let card = json!({"customer": customer, "method": "pays"});
    world.stripe.control("add_card", &card).unwrap();
}

/// Saves a card of the one customer at Stripe, whose default stays as it is.
async fn add_second_card(world: &TestApi) {
    let customer = at_stripe(world, "/v1/customers").await[0].clone();
    let default = text(&customer["invoice_settings"]["default_payment_method"]);
    add_card(world).await;
    let path = format!("/v1/customers/{}", text(&customer["id"]));
    let change = format!("POST {path} invoice_settings[default_payment_method]={default}");
    call_stripe(world, ACCOUNT, false, &change).await;
}

on_both_engines! {
    async fn newer_card_is_charged_while_the_default_is_a_declined_one(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        buyer.charge_as(&world, "lost_card").await;
        buyer.turn_on(&world).await;
        buyer.spend(&world, "one", 500).await;
        assert_eq!(buyer.read(&world).await["state"], "needs_card");
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "needs_card", "no card is newer than the declined one");
        add_second_card(&world).await;
        world.clock.advance(PAUSE);
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "active");
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
        // The declined default is not charged again.
        world.clock.advance(PAUSE);
        buyer.spend(&world, "two", 550).await;
        assert_eq!(buyer.available(&world).await, 600);
        let failed = "SELECT count(*) FROM topup_attempt WHERE state = 'failed'";
        assert_eq!(world.count(failed).await, 1);
    }
}

/// Lets Stripe send events of one type only.
async fn send_only(world: &TestApi, event_type: &str) {
    for endpoint in endpoints(world, ACCOUNT, false).await {
        let path = format!("/v1/webhook_endpoints/{}", text(&endpoint["id"]));
        let change = format!("POST {path} enabled_events[]={event_type}");
        call_stripe(world, ACCOUNT, false, &change).await;
    }
}

/// Returns a buyer whose rule waits for another card than the lost one; no event of Stripe is left.
async fn waiting_for_a_card(world: &TestApi) -> Buyer {
    let buyer = Buyer::new(world).await;
    buyer.charge_as(world, "lost_card").await;
    buyer.turn_on(world).await;
    buyer.spend(world, "one", 500).await;
    for _ in 0..3 {
        deliver(world).await;
    }
    assert_eq!(buyer.read(world).await["state"], "needs_card");
    buyer
}

on_both_engines! {
    async fn event_about_an_attached_card_wakes_the_top_up_by_itself(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = waiting_for_a_card(&world).await;
        send_only(&world, "payment_method.attached").await;
        add_card(&world).await;
        world.clock.advance(PAUSE);
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "active");
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
    }
}

on_both_engines! {
    async fn event_about_an_updated_card_wakes_the_top_up_by_itself(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = waiting_for_a_card(&world).await;
        send_only(&world, "payment_method.automatically_updated").await;
        add_card(&world).await;
        world.clock.advance(PAUSE);
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "needs_card", "no event about the new card has arrived");
        let newest = at_stripe(&world, "/v1/payment_methods").await[0]["id"].clone();
        let expiry = json!({"payment_method": newest, "month": 12, "year": 2040});
        world.stripe.control("set_card_expiry", &expiry).unwrap();
        deliver(&world).await;
        assert_eq!(buyer.read(&world).await["state"], "active");
        buy_due(&world).await;
        assert_eq!(buyer.available(&world).await, 600);
    }
}

on_both_engines! {
    async fn card_of_a_merged_user_wakes_the_top_up_of_the_merge_target(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let buyer = Buyer::new(&world).await;
        let key = buyer.seller.test_key();
        crate::merges::give(&world, (key, "given"), json!({"sub": "usr_8"}), 1, None).await;
        world.issuer.merge("mrg_1", "usr_9", "usr_8", "merged");
        product_api::user_changes::once(&world.app).await.unwrap();
        buyer.charge_as(&world, "lost_card").await;
        let body = rule(&buyer.seller, &json!({}));
        let set = call(&world, &format!("PUT {PATH}"), &in_app(&world, "usr_8"), "", &body).await;
        assert_eq!((set.status, &set.json()["state"]), (200, &json!("active")), "{set:?}");
        let spend = json!({"customer": {"sub": "usr_8"}, "amount": 500});
        let spent = post(&world, "/v1/spends", key, "one", spend).await;
        assert_eq!(spent.status, 200, "{spent:?}");
        buy_due(&world).await;
        let read = world.get(&buyer.own(PATH), &in_app(&world, "usr_8")).await.json();
        assert_eq!((&read["state"], &read["reason"]), (&json!("needs_card"), &json!("lost_card")), "{read}");

        add_card(&world).await;
        world.clock.advance(PAUSE);
        deliver(&world).await;
        let read = world.get(&buyer.own(PATH), &in_app(&world, "usr_8")).await.json();
        assert_eq!(read["state"], "active", "{read}");
        buy_due(&world).await;
        let target = world.text("SELECT owner_id FROM topup_rule").await;
        let checkout = json!({ "customer_id": target });
        assert_eq!(buyer.seller.available(&world, &checkout).await, 601);
        world.issuer.merge("mrg_1", "usr_9", "usr_8", "undone");
        product_api::user_changes::once(&world.app).await.unwrap();
        crate::merges::assert_sound(&world).await;
    }
}
