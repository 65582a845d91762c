//! Tests ends of subscriptions: at the end of the period and now, with their credits, after a lost dispute and a refund.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{
    DRAFT, MONTH, PATH, Subscriber, in_dashboard, newest_update, seller_of_plans, subscribe_user,
    wait,
};
use crate::billing::reconciling::as_own;
use crate::billing::refunding::{deliver, recorded};
use crate::billing::sales::{at_stripe, call, text};
use crate::billing::stripe::with_deliveries;
use crate::harness::on_both_engines;
use crate::merges::assert_sound;

on_both_engines! {
    async fn canceled_subscription_runs_to_the_end_of_its_period(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let end = json!({"at": "period_end"});
        let wrong = json!({"at": "period_end", "expire": true});
        ada.act(&world, "cancel", "wrong", &wrong).await.is_problem(400, "invalid-request");
        let updates = recorded(&world, "subscription.updated").await;
        let canceled = ada.act(&world, "cancel", "k", &end).await;
        assert_eq!(canceled.json()["cancel_at"], "2027-02-15T08:00:00.000Z", "{canceled:?}");
        let again = ada.act(&world, "cancel", "k", &end).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &canceled.body));
        deliver(&world).await;
        assert_eq!(recorded(&world, "subscription.updated").await, updates + 1, "one event for one change");
        let resumed = ada.act(&world, "resume", "r", &Value::Null).await;
        assert_eq!(resumed.json()["cancel_at"], Value::Null, "{resumed:?}");
        assert_eq!(recorded(&world, "subscription.updated").await, updates + 2);
        ada.act(&world, "cancel", "k2", &end).await;
        wait(&world, MONTH).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], ada.is_subscribed(&world).await), (&json!("canceled"), false), "{one}");
        assert_eq!(newest_update(&world).await, json!({
            "payment_id": null, "subscription_id": ada.id, "checkout_id": ada.checkout["id"], "plan": "pro", "status": "canceled",
        }));
        product_api::sweep::once(&world.app).await.ok();
        assert_eq!(ada.available(&world).await, 0, "neither grace nor rollover follows");
        for (action, body) in [("cancel", &end), ("resume", &Value::Null)] {
            let refused = ada.act(&world, action, &format!("late-{action}"), body).await;
            assert_eq!(refused.is_problem(409, "subscription-not-changeable")["reason"], "canceled");
        }
        assert_eq!(at_stripe(&world, "/v1/invoices").await.len(), 1);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn end_that_the_dashboard_has_set_is_taken_back(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let path = format!("/v1/subscriptions/{}", text(&at_stripe(&world, "/v1/subscriptions").await[0]["id"]));
        // A day before the period ends, and with the period.
        let rows = [
            ("one", "cancel_at=1802592000", "2027-02-14T08:00:00.000Z"),
            ("two", "cancel_at_period_end=true", "2027-02-15T08:00:00.000Z"),
        ];
        for (key, form, end) in rows {
            in_dashboard(&world, "POST", &path, form);
            wait(&world, std::time::Duration::from_mins(1)).await;
            assert_eq!(ada.read(&world).await["cancel_at"], end, "{form}");
            let resumed = ada.act(&world, "resume", key, &Value::Null).await;
            assert_eq!((resumed.status, &resumed.json()["cancel_at"]), (200, &Value::Null), "{resumed:?}");
            let live = &at_stripe(&world, "/v1/subscriptions").await[0];
            let flags = (&live["cancel_at"], &live["cancel_at_period_end"]);
            assert_eq!(flags, (&Value::Null, &json!(false)), "{form}");
        }
        wait(&world, MONTH).await;
        assert_eq!(ada.read(&world).await["status"], "active");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn subscription_that_ends_now_keeps_its_paid_credits_unless_they_expire(engine: TestEngine) {
        for (expire, left) in [(false, 1_000), (true, 0)] {
            let world = with_deliveries(engine).await;
            let ada = Subscriber::new(&world, "pro", "pays").await;
            let body = json!({"at": "now", "expire": expire});
            let canceled = ada.act(&world, "cancel", "k", &body).await.json();
            assert_eq!((&canceled["status"], &canceled["subscribed"]), (&json!("canceled"), &json!(false)), "{canceled}");
            assert_eq!(ada.available(&world).await, left, "{expire}");
            wait(&world, MONTH).await;
            product_api::sweep::once(&world.app).await.ok();
            assert_eq!(ada.available(&world).await, 0);
            assert_sound(&world).await;
        }
    }
}

on_both_engines! {
    async fn lost_dispute_ends_the_subscription(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        deliver(&world).await;
        let charge = world.text("SELECT stripe_charge FROM payment").await;
        let dispute = world.stripe.control("open_dispute", &json!({"charge": charge})).unwrap();
        deliver(&world).await;
        assert_eq!(ada.read(&world).await["status"], "active");
        let lose = json!({"dispute": dispute["id"], "step": "lose"});
        world.stripe.control("step_dispute", &lose).unwrap();
        deliver(&world).await;
        product_api::sweep::once(&world.app).await.ok();
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], ada.is_subscribed(&world).await), (&json!("canceled"), false), "{one}");
        assert_eq!(world.count("SELECT count(*) FROM subscription WHERE end_reason IS NOT NULL").await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn full_refund_takes_the_paid_period_back(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        deliver(&world).await;
        let charge = world.text("SELECT stripe_charge FROM payment").await;
        world.stripe.control("refund_charge", &json!({"charge": charge})).unwrap();
        deliver(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_start"]), "{one}");
        assert_eq!(ada.available(&world).await, 0);
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn subscription_of_a_deleted_user_ends_with_its_period(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let seller = seller_of_plans(&world).await;
        subscribe_user(&world, &seller, "usr_9").await;
        let page = world.get(PATH, seller.test_key()).await.json();
        let path = format!("{PATH}/{}", text(&page["items"][0]["id"]));
        let lower = json!({"plan": "basic", "expected_amount_minor": 0});
        let planned = call(&world, &format!("POST {path}/change"), seller.test_key(), "c", &lower).await;
        assert_eq!((planned.status, &planned.json()["next_plan"]), (200, &json!("basic")), "{planned:?}");
        world.issuer.delete("usr_9");
        product_api::user_changes::once(&world.app).await.unwrap();
        product_api::sweep::once(&world.app).await.ok();
        let read = async || world.get(&path, seller.test_key()).await.json();
        let one = read().await;
        let found = (&one["status"], &one["cancel_at"], &one["next_plan"]);
        assert_eq!(found, (&json!("active"), &one["period_end"], &Value::Null), "{one}");
        assert_eq!(world.count("SELECT count(*) FROM subscription WHERE end_reason IS NOT NULL").await, 0);
        wait(&world, MONTH).await;
        assert_eq!(read().await["status"], "canceled");
        assert_eq!(at_stripe(&world, "/v1/invoices").await.len(), 1, "no renewal");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn payment_after_the_end_grants_once_it_is_accepted(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "no_funds").await;
        wait(&world, MONTH).await;
        wait(&world, DRAFT).await;
        ada.act(&world, "cancel", "k", &json!({"at": "now", "expire": true})).await;
        world.clock.advance(std::time::Duration::from_mins(1));
        let invoice = &at_stripe(&world, "/v1/invoices").await[0]["id"];
        world.stripe.control("pay_invoice", &json!({"invoice": invoice, "method": "pays"})).unwrap();
        deliver(&world).await;
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let late = &payments["items"][0];
        assert_eq!((&late["state"], &late["reason"]), (&json!("review"), &json!("paid-after-end")), "{payments}");
        assert_eq!(ada.available(&world).await, 0);
        let accept = format!("POST /v1/payments/{}/accept", text(&late["id"]));
        for _ in 0..2 {
            let accepted = as_own(&world, &ada.seller, &accept, None).await;
            assert_eq!((accepted.status, &accepted.json()["state"]), (200, &json!("paid")), "{accepted:?}");
        }
        assert_eq!(ada.available(&world).await, 1_000);
        assert!(!ada.is_subscribed(&world).await, "the subscription has ended");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'payment.accepted'").await, 1);
        deliver(&world).await;
        wait(&world, MONTH).await;
        product_api::sweep::once(&world.app).await.ok();
        assert_eq!(ada.available(&world).await, 0, "they end with the paid period");
        assert_sound(&world).await;
    }
}

on_both_engines! {
    async fn accepted_payment_after_the_end_grants_what_was_not_refunded(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        ada.charge_as(&world, "no_funds").await;
        wait(&world, MONTH).await;
        wait(&world, DRAFT).await;
        ada.act(&world, "cancel", "k", &json!({"at": "now", "expire": true})).await;
        world.clock.advance(std::time::Duration::from_mins(1));
        let invoice = &at_stripe(&world, "/v1/invoices").await[0]["id"];
        world.stripe.control("pay_invoice", &json!({"invoice": invoice, "method": "pays"})).unwrap();
        deliver(&world).await;
        deliver(&world).await;
        let charge = world.text("SELECT stripe_charge FROM payment WHERE state = 'review'").await;
        let refund = json!({"charge": charge, "amount": 400});
        world.stripe.control("refund_charge", &refund).unwrap();
        deliver(&world).await;
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let late = &payments["items"][0];
        assert_eq!((&late["state"], &late["refunded_minor"]), (&json!("review"), &json!(400)), "{payments}");
        let back = 400_000_i64.div_euclid(late["amount_minor"].as_i64().unwrap());
        let accept = format!("POST /v1/payments/{}/accept", text(&late["id"]));
        for _ in 0..2 {
            let accepted = as_own(&world, &ada.seller, &accept, None).await;
            assert_eq!((accepted.status, &accepted.json()["state"]), (200, &json!("paid")), "{accepted:?}");
            assert_eq!(ada.available(&world).await, 1_000 - back, "the credits of the refund are taken back at once");
        }
        deliver(&world).await;
        assert_eq!(ada.available(&world).await, 1_000 - back, "they are taken back once");
        assert_sound(&world).await;
    }
}
