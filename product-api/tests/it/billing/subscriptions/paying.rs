//! Tests payments that fail: of changes, with a confirmation or a decline, and of renewals, with the emails about them.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{DRAFT, MONTH, Subscriber, seller_of_plans, subscribe_user, wait};
use crate::billing::refunding::{deliver, recorded};
use crate::billing::sales::{at_stripe, text};
use crate::billing::stripe::with_deliveries;
use crate::harness::{TestApi, on_both_engines};
use crate::merges::assert_sound;

const TEAM: &str = r#"{"plan": "team", "expected_amount_minor": 2900}"#;

fn team() -> Value {
    serde_json::from_str(TEAM).unwrap()
}

on_both_engines! {
    async fn change_that_the_bank_must_confirm_waits_for_its_payment(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "must_confirm").await;
        wait(&world, std::time::Duration::from_mins(1)).await;
        let asked = ada.act(&world, "change", "k", &team()).await.is_problem(402, "payment-action-required");
        assert!(asked["payment_url"].as_str().unwrap().starts_with("http"), "{asked}");
        let one = ada.read(&world).await;
        assert_eq!((&one["plan"], one["pending_until"].is_string()), (&json!("pro"), true), "{one}");
        ada.act(&world, "change", "k", &team()).await.is_problem(402, "payment-action-required");
        let second = ada.act(&world, "change", "two", &team()).await;
        assert_eq!(second.is_problem(409, "subscription-not-changeable")["reason"], "pending");
        let invoice = &at_stripe(&world, "/v1/invoices").await[0]["id"];
        let confirm = json!({"invoice": invoice, "is_confirmed": true});
        world.stripe.control("confirm_invoice", &confirm).unwrap();
        deliver(&world).await;
        let done = ada.act(&world, "change", "k", &team()).await;
        assert_eq!((done.status, &done.json()["plan"]), (200, &json!("team")), "{done:?}");
        assert_eq!(ada.available(&world).await, 5_000);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn repeat_of_a_change_that_was_not_confirmed_in_time_says_so(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "must_confirm").await;
        wait(&world, std::time::Duration::from_mins(1)).await;
        ada.act(&world, "change", "k", &team()).await.is_problem(402, "payment-action-required");
        wait(&world, std::time::Duration::from_hours(24)).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["plan"], &one["pending_until"]), (&json!("pro"), &Value::Null), "{one}");
        for _ in 0..2 {
            let repeated = ada.act(&world, "change", "k", &team()).await.is_problem(402, "payment-declined");
            assert_eq!(repeated.get("decline_code").unwrap_or(&Value::Null), &Value::Null, "{repeated}");
        }
        assert_eq!(ada.available(&world).await, 1_000);
        ada.charge_as(&world, "pays").await;
        let changed = ada.act(&world, "change", "new", &team()).await;
        assert_eq!((changed.status, &changed.json()["plan"]), (200, &json!("team")), "{changed:?}");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn change_whose_payment_is_declined_changes_nothing(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "no_funds").await;
        for _ in 0..2 {
            let declined = ada.act(&world, "change", "k", &team()).await.is_problem(402, "payment-declined");
            assert_eq!(declined["decline_code"], "insufficient_funds");
        }
        deliver(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["plan"], &one["pending_until"], &one["status"]), (&json!("pro"), &Value::Null, &json!("active")), "{one}");
        assert_eq!(at_stripe(&world, "/v1/invoices").await[0]["status"], "void");
        assert_eq!(ada.available(&world).await, 1_000);
        ada.charge_as(&world, "pays").await;
        let done = ada.act(&world, "change", "another", &team()).await;
        assert_eq!(done.status, 200, "{done:?}");
    }
}

/// Returns the subjects of the emails that the identity provider has.
async fn titles(world: &TestApi) -> Vec<String> {
    product_api::sweep::once(&world.app).await.ok();
    let messages = world.issuer.messages.lock().unwrap();
    let titles = messages
        .iter()
        .map(|(user, _, body)| format!("{user}: {}", text(&body["title"])));
    titles.collect()
}

on_both_engines! {
    async fn user_sees_a_failed_renewal_and_pays_it(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        subscribe_user(&world, &seller, "usr_9").await;
        let card = at_stripe(&world, "/v1/subscriptions").await[0]["default_payment_method"].clone();
        let outcome = json!({"payment_method": card, "method": "no_funds"});
        world.stripe.control("set_card_outcome", &outcome).unwrap();
        wait(&world, MONTH).await;
        wait(&world, DRAFT).await;
        let own = async || {
            let token = world.token_with("usr_9", &json!({"scope": "openid credits.read"}));
            world.get("/v1/me/subscriptions", &token).await.json()["items"][0].clone()
        };
        let one = own().await;
        assert_eq!((&one["status"], &one["subscribed"]), (&json!("past_due"), &json!(true)), "{one}");
        assert!(one["payment_url"].as_str().unwrap().starts_with("http"), "{one}");
        assert_eq!(recorded(&world, "subscription.payment_failed").await, 1);
        assert_eq!(titles(&world).await, ["usr_9: Test: A payment for Pro failed"]);
        let invoice = &at_stripe(&world, "/v1/invoices").await[0]["id"];
        world.stripe.control("pay_invoice", &json!({"invoice": invoice, "method": "pays"})).unwrap();
        deliver(&world).await;
        let one = own().await;
        assert_eq!((&one["status"], &one["payment_url"], &one["paid_through"]), (&json!("active"), &Value::Null, &one["period_end"]), "{one}");
        assert_eq!(titles(&world).await.len(), 1);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn subscription_that_is_never_paid_ends_with_its_credits(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "no_funds").await;
        wait(&world, MONTH).await;
        wait(&world, DRAFT).await;
        assert!(ada.is_subscribed(&world).await, "the grace of seven days");
        for days in [3_u64, 5, 7] {
            wait(&world, std::time::Duration::from_hours(24 * days)).await;
            product_api::sweep::once(&world.app).await.ok();
        }
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["subscribed"]), (&json!("canceled"), &json!(false)), "{one}");
        assert_eq!((ada.is_subscribed(&world).await, ada.available(&world).await), (false, 0));
        assert_eq!(recorded(&world, "subscription.payment_failed").await, 4);
        assert_eq!(recorded(&world, "customer.unsubscribed").await, 1);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn new_card_pays_the_failed_renewal(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "no_funds").await;
        wait(&world, MONTH).await;
        wait(&world, DRAFT).await;
        assert_eq!(ada.read(&world).await["status"], "past_due");
        let customer = at_stripe(&world, "/v1/customers").await[0]["id"].clone();
        let add = |method: &str| {
            let card = world.stripe.control("add_card", &json!({"customer": customer, "method": "pays"})).unwrap();
            let outcome = json!({"payment_method": card["id"], "method": method});
            world.stripe.control("set_card_outcome", &outcome).unwrap();
            card["id"].clone()
        };
        let method = async || at_stripe(&world, "/v1/subscriptions").await[0]["default_payment_method"].clone();
        let first = method().await;
        for (outcome, status) in [("no_funds", "past_due"), ("pays", "active")] {
            world.clock.advance(std::time::Duration::from_mins(1));
            let card = add(outcome);
            deliver(&world).await;
            deliver(&world).await;
            let one = ada.read(&world).await;
            assert_eq!(one["status"], status, "{outcome}: {one}");
            let expected = if status == "active" { &card } else { &first };
            assert_eq!(&method().await, expected, "later renewals are paid with the card that works");
            assert_eq!(world.text("SELECT retried_method FROM subscription").await, card.as_str().unwrap());
        }
        let one = ada.read(&world).await;
        assert_eq!((&one["paid_through"], &one["payment_url"]), (&one["period_end"], &Value::Null), "{one}");
        assert_sound(&world).await;
    }
}
