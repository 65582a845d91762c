//! Tests ends of the link to a Stripe account while a subscription is live: disconnection and hand-over.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::subscriber::Subscriber;
use crate::billing::reconciling::as_own;
use crate::billing::stripe::{ACCOUNT, endpoints, with_deliveries};
use crate::harness::on_both_engines;
use crate::operator::operator_token;

const CONNECTED: &str = "SELECT count(*) FROM stripe_connection WHERE state = 'active'";

on_both_engines! {
    async fn account_with_a_live_subscription_is_disconnected_by_force(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let operation = format!("POST /v1/stripe-connections/{}/disconnect", ada.seller.connection);
        for body in [None, Some(json!({})), Some(json!({"force": false}))] {
            let refused = as_own(&world, &ada.seller, &operation, body.as_ref()).await;
            assert_eq!(refused.is_problem(409, "subscription-exists")["object"], ada.id, "{body:?}");
        }
        assert_eq!((world.count(CONNECTED).await, endpoints(&world, ACCOUNT, false).await.len()), (1, 1), "nothing was done");
        let force = json!({"force": true});
        for _ in 0..2 {
            let ended = as_own(&world, &ada.seller, &operation, Some(&force)).await;
            assert_eq!((ended.status, &ended.json()["state"]), (200, &json!("disconnected")), "{ended:?}");
        }
        assert_eq!((world.count(CONNECTED).await, endpoints(&world, ACCOUNT, false).await.len()), (0, 0));
        let again = as_own(&world, &ada.seller, &operation, None).await;
        assert_eq!(again.status, 200, "a repeat needs no force: {again:?}");
    }
}

on_both_engines! {
    async fn account_is_disconnected_when_its_subscriptions_have_ended(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        let canceled = ada.act(&world, "cancel", "k", &json!({"at": "now"})).await;
        assert_eq!(canceled.json()["status"], "canceled", "{canceled:?}");
        let operation = format!("POST /v1/stripe-connections/{}/disconnect", ada.seller.connection);
        let ended = as_own(&world, &ada.seller, &operation, None).await;
        assert_eq!((ended.status, &ended.json()["state"]), (200, &json!("disconnected")), "{ended:?}");
    }
}

on_both_engines! {
    async fn website_with_a_live_subscription_is_handed_over_by_force(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let ada = Subscriber::new(&world, "pro", "pays").await;
        world.register("usr_2", "Own").await;
        let operator = operator_token(&world);
        let path = format!("/v1/operator/websites/{}/hand-over", ada.seller.shop.id);
        for body in [json!({"user_id": "usr_2"}), json!({"user_id": "usr_2", "force": false})] {
            let refused = world.post(&path, &operator, &body).await;
            assert_eq!(refused.is_problem(409, "subscription-exists")["object"], ada.id, "{body}");
        }
        let owned = "SELECT count(*) FROM websites WHERE owner_user_id = 'usr_2' AND name = 'Pictures'";
        assert_eq!(world.count(owned).await, 0, "nothing was done");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.handed_over'").await, 0);
        let settings = as_own(&world, &ada.seller, "GET /v1/billing/settings", None).await;
        assert_ne!(settings.json()["connection"], Value::Null);
        let forced = json!({"user_id": "usr_2", "force": true});
        assert_eq!(world.post(&path, &operator, &forced).await.status, 204);
        assert_eq!(world.count(owned).await, 1);
        let repeated = world.post(&path, &operator, &json!({"user_id": "usr_2"})).await;
        assert_eq!(repeated.status, 204, "a repeat needs no force: {repeated:?}");
    }
}
