//! Tests disputes and warnings of fraud: they freeze credits, take them back and give them back.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::refunding::{Bought, assert_settled, deliver, recorded};
use super::sales::text;
use super::stripe::{as_owner, with_deliveries};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};

/// Opens a dispute about a payment; returns its id at Stripe.
pub(super) async fn dispute(world: &TestApi, bought: &Bought, changes: &Value) -> String {
    let mut arguments = json!({"charge": bought.charge(world).await});
    crate::harness::change(&mut arguments, changes);
    let opened = world.stripe.control("open_dispute", &arguments).unwrap();
    deliver(world).await;
    text(&opened["id"])
}

pub(super) async fn step(world: &TestApi, dispute: &str, step: &str) {
    let arguments = json!({"dispute": dispute, "step": step});
    world.stripe.control("step_dispute", &arguments).unwrap();
    deliver(world).await;
}

/// Returns the state of the dispute, the credits that are available, taken back and frozen.
async fn levels(world: &TestApi, bought: &Bought) -> (String, i64, i64, i64) {
    let detail = bought.detail(world).await;
    let number = |name: &str| detail[name].as_i64().unwrap();
    (
        text(&detail["disputes"][0]["state"]),
        bought.available(world).await,
        number("credits_taken_back"),
        number("credits_frozen"),
    )
}

fn expected(state: &str, available: i64, taken: i64, frozen: i64) -> (String, i64, i64, i64) {
    (state.to_owned(), available, taken, frozen)
}

on_both_engines! {
    async fn dispute_freezes_and_its_end_decides(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let id = dispute(&world, &bought, &json!({})).await;
        assert_eq!(levels(&world, &bought).await, expected("open", 0, 0, 550));
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["disputes"][0]["status"], &detail["withdrawn_minor"]), (&json!("needs_response"), &json!(1000)));
        assert!(detail["disputes"][0]["due_by"].is_string());
        assert_settled(&world).await;
        bought.refund(&world, "r", &json!({"what": "full"})).await.is_problem(409, "payment-disputed");
        let preview = bought.preview(&world, "").await;
        assert_eq!((&preview["is_disputed"], &preview["offers"]), (&json!(true), &json!([])));
        step(&world, &id, "lose").await;
        assert_eq!(levels(&world, &bought).await, expected("lost", 0, 550, 0));
        assert_settled(&world).await;
        bought.refund(&world, "r", &json!({"what": "full"})).await.is_problem(409, "payment-disputed");
        // An appeal gives the credits back and freezes them.
        step(&world, &id, "appeal").await;
        assert_eq!(levels(&world, &bought).await, expected("open", 0, 0, 550));
        assert_settled(&world).await;
        step(&world, &id, "respond").await;
        step(&world, &id, "win").await;
        assert_eq!(levels(&world, &bought).await, expected("won", 550, 0, 0));
        assert_settled(&world).await;
        for (kind, count) in [("dispute.opened", 2), ("dispute.lost", 1), ("dispute.won", 1)] {
            assert_eq!(recorded(&world, kind).await, count, "{kind}");
        }
        let audited = "SELECT count(*) FROM audit WHERE action LIKE 'dispute.%' AND actor = 'system' AND website_id IS NOT NULL";
        assert_eq!(world.count(audited).await, 4);
        let disputed = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM money_entry WHERE account IN ('disputed', 'dispute_losses')";
        assert_eq!(world.count(disputed).await, 0);
    }
}

on_both_engines! {
    async fn lost_dispute_of_used_credits_is_always_debt(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        world.sql("UPDATE book_billing SET shortfall = 'write_off'", &[]).await;
        bought.spend(&world, 500).await;
        let id = dispute(&world, &bought, &json!({"amount": 500})).await;
        assert_eq!(levels(&world, &bought).await, expected("open", 0, 0, 50));
        step(&world, &id, "lose").await;
        assert_eq!(levels(&world, &bought).await, expected("lost", 0, 275, 0));
        assert_eq!(bought.debt(&world).await, 225);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn inquiry_freezes_only_if_the_settings_say_so(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        for (is_frozen, frozen) in [(false, 0), (true, 550)] {
            let bought = Bought::new(&world, "pays").await;
            if is_frozen {
                world.sql("UPDATE book_billing SET inquiry_freezes = TRUE", &[]).await;
            }
            let before = bought.available(&world).await;
            let id = dispute(&world, &bought, &json!({"is_inquiry": true})).await;
            let detail = bought.detail(&world).await;
            assert_eq!((&detail["disputes"][0]["state"], &detail["credits_frozen"]), (&json!("inquiry"), &json!(frozen)));
            assert_eq!(before - bought.available(&world).await, frozen);
            step(&world, &id, "escalate").await;
            assert_eq!(bought.detail(&world).await["credits_frozen"], 550);
            step(&world, &id, "win").await;
            assert_eq!(bought.available(&world).await, before);
            assert_settled(&world).await;
        }
    }
}

on_both_engines! {
    async fn credits_that_a_hold_pins_are_taken_when_it_ends(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let key = bought.seller.test_key();
        let hold = json!({"customer": {"external_id": "ada"}, "amount": 100});
        let held = post(&world, "/v1/holds", key, "h", hold).await;
        assert_eq!(held.status, 200, "{held:?}");
        let id = dispute(&world, &bought, &json!({})).await;
        assert_eq!(bought.detail(&world).await["credits_frozen"], 450);
        step(&world, &id, "lose").await;
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["credits_taken_back"], &detail["waits_for_holds"]), (&json!(450), &json!(true)), "{detail}");
        assert_settled(&world).await;
        product_api::sweep::once(&world.app).await.unwrap();
        deliver(&world).await;
        assert_eq!(bought.detail(&world).await["credits_taken_back"], 450, "the hold is open");
        let void = format!("/v1/holds/{}/void", text(&held.json()["hold"]["id"]));
        assert_eq!(post(&world, &void, key, "v", "{}").await.status, 200);
        product_api::sweep::once(&world.app).await.unwrap();
        deliver(&world).await;
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["credits_taken_back"], &detail["waits_for_holds"]), (&json!(550), &json!(false)), "{detail}");
        assert_eq!(bought.available(&world).await, 0);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn warning_of_fraud_freezes_until_it_is_settled(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let charge = bought.charge(&world).await;
        world.stripe.control("warn_of_fraud", &json!({ "charge": charge })).unwrap();
        deliver(&world).await;
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["fraud_warning"], &detail["credits_frozen"]), (&json!("actionable"), &json!(550)), "{detail}");
        assert_eq!(bought.available(&world).await, 0);
        assert_eq!(recorded(&world, "fraud_warning").await, 1);
        let refunded = bought.refund(&world, "r", &json!({"what": "full", "reason": "fraudulent"})).await;
        assert_eq!(refunded.status, 200, "{refunded:?}");
        deliver(&world).await;
        let detail = bought.detail(&world).await;
        assert_eq!((&detail["fraud_warning"], &detail["credits_frozen"]), (&json!("closed"), &json!(0)));
        assert_eq!((&detail["credits_taken_back"], bought.available(&world).await), (&json!(550), 0));
        assert_eq!(recorded(&world, "fraud_warning").await, 1);
        assert_settled(&world).await;
    }
}

on_both_engines! {
    async fn disputes_are_listed_newest_first_for_their_website_only(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let first = dispute(&world, &bought, &json!({})).await;
        step(&world, &first, "win").await;
        world.clock.advance(Duration::from_mins(1));
        let other = Bought::new(&world, "pays").await;
        dispute(&world, &other, &json!({})).await;
        let key = other.seller.test_key();
        let listed = world.get("/v1/disputes", key).await.json();
        let states: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|one| &one["state"]).collect();
        assert_eq!(states, [&json!("open")], "{listed}");
        let one = world.get("/v1/disputes?state=won", bought.seller.test_key()).await.json();
        assert_eq!(one["items"][0]["payment_id"], bought.payment.as_str());
        let detail = bought.detail(&world).await;
        for name in ["customer_id", "currency", "stripe_payment_intent"] {
            assert!(detail[name].is_string(), "{name}: {detail}");
            assert_eq!(one["items"][0][name], detail[name], "{name}");
            assert_eq!(detail["disputes"][0][name], detail[name], "{name}");
        }
        let id = text(&one["items"][0]["id"]);
        for (key, expected) in [(bought.seller.test_key(), json!([bought.payment])), (key, json!([]))] {
            let found = world.get(&format!("/v1/payments?object={id}"), key).await.json();
            let ids: Vec<&Value> = found["items"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
            assert_eq!((json!(ids), &found["next_cursor"]), (expected, &Value::Null));
        }
        let none = world.get("/v1/disputes?state=lost", bought.seller.test_key()).await.json();
        assert_eq!((&none["items"], &none["next_cursor"]), (&json!([]), &Value::Null));
        let live = as_owner(&world, "usr_1", (&other.seller.shop.id, "live"), "GET /v1/disputes", None).await;
        assert_eq!(live.json()["items"], json!([]));
    }
}
