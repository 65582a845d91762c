//! Tests ends of subscriptions: at the end of the period and now, with their credits, after a lost dispute and a refund.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::{MONTH, Subscriber, wait};
use crate::billing::refunding::deliver;
use crate::billing::sales::at_stripe;
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
        let canceled = ada.act(&world, "cancel", "k", &end).await;
        assert_eq!(canceled.json()["cancel_at"], "2027-02-15T08:00:00.000Z", "{canceled:?}");
        let again = ada.act(&world, "cancel", "k", &end).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &canceled.body));
        let resumed = ada.act(&world, "resume", "r", &Value::Null).await;
        assert_eq!(resumed.json()["cancel_at"], Value::Null, "{resumed:?}");
        ada.act(&world, "cancel", "k2", &end).await;
        wait(&world, MONTH).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], ada.is_subscribed(&world).await), (&json!("canceled"), false), "{one}");
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
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let charge = &payments["items"][0]["stripe_charge"];
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
        let payments = world.get("/v1/payments", ada.seller.test_key()).await.json();
        let charge = &payments["items"][0]["stripe_charge"];
        world.stripe.control("refund_charge", &json!({"charge": charge})).unwrap();
        deliver(&world).await;
        let one = ada.read(&world).await;
        assert_eq!((&one["status"], &one["paid_through"]), (&json!("active"), &one["period_start"]), "{one}");
        assert_eq!(ada.available(&world).await, 0);
        assert_sound(&world).await;
    }
}
