//! Tests the notices that owners get about payments and connections, until the cause ends.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::disputing::{dispute, step};
use super::refunding::{Bought, deliver};
use super::stripe::with_deliveries;
use crate::harness::{TestApi, on_both_engines};

/// Returns the notices of the owner of all websites of these tests.
async fn notices(world: &TestApi) -> Vec<Value> {
    let response = world.get("/v1/me/notices", &world.token("usr_1")).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["items"].as_array().unwrap().clone()
}

on_both_engines! {
    async fn owner_sees_a_dispute_until_it_has_a_response(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        assert!(notices(&world).await.is_empty());
        let id = dispute(&world, &bought, &json!({})).await;
        let detail = bought.detail(&world).await;
        let own = &detail["disputes"][0];
        let origin = world.app.config.issuer.public_origin();
        let page = format!("{origin}/s/{}/payments/{}?mode=test", bought.seller.shop.id, bought.payment);
        let seen = notices(&world).await;
        assert_eq!(seen.len(), 1, "{seen:?}");
        let reason = format!("a bank disputes it ({}), and Stripe takes an answer until {}", own["reason"].as_str().unwrap(), own["due_by"].as_str().unwrap());
        assert_eq!(seen[0], json!({
            "kind": "payment-disputed", "website_id": bought.seller.shop.id, "website_name": "Pictures", "mode": "test",
            "subject": own["id"], "url": page, "reason": reason, "since": own["opened_at"],
        }));
        let other = world.get("/v1/me/notices", &world.token("usr_2")).await.json();
        assert_eq!(other["items"], json!([]), "of another owner");
        step(&world, &id, "respond").await;
        assert!(notices(&world).await.is_empty(), "the bank decides");
        step(&world, &id, "lose").await;
        assert!(notices(&world).await.is_empty(), "nothing is left to do");
    }
}

on_both_engines! {
    async fn owner_sees_a_warning_of_fraud_until_the_refund(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let bought = Bought::new(&world, "pays").await;
        let charge = bought.charge(&world).await;
        world.stripe.control("warn_of_fraud", &json!({ "charge": charge })).unwrap();
        deliver(&world).await;
        let seen = notices(&world).await;
        assert_eq!((seen.len(), &seen[0]["kind"]), (1, &json!("payment-fraud-warning")));
        assert_eq!((&seen[0]["subject"], &seen[0]["since"]), (&json!(bought.payment), &Value::Null));
        let refunded = bought.refund(&world, "r", &json!({"what": "full", "reason": "fraudulent"})).await;
        assert_eq!(refunded.status, 200, "{refunded:?}");
        deliver(&world).await;
        assert!(notices(&world).await.is_empty());
    }
}

on_both_engines! {
    async fn owner_sees_reviews_and_broken_connections(world: TestApi) {
        let bought = Bought::new(&world, "pays").await;
        world.sql("UPDATE payment SET state = 'review', granted = 0, reason = 'amount-mismatch'", &[]).await;
        let seen = notices(&world).await;
        assert_eq!((seen.len(), &seen[0]["kind"]), (1, &json!("payment-review")));
        assert_eq!(seen[0]["reason"], "the payment differs from what was sold (amount-mismatch)");
        world.sql("UPDATE payment SET refunded_minor = amount_minor", &[]).await;
        assert!(notices(&world).await.is_empty(), "nothing is left of it");
        for (statement, kind) in [
            ("UPDATE stripe_connection SET state = 'degraded', reason = 'endpoint-off'", "stripe-connection-degraded"),
            ("UPDATE stripe_connection SET state = 'revoked', reason = 'key-refused'", "stripe-connection-revoked"),
        ] {
            world.sql(statement, &[]).await;
            let seen = notices(&world).await;
            assert_eq!((seen.len(), &seen[0]["kind"], &seen[0]["subject"]), (1, &json!(kind), &json!(bought.seller.connection)));
            let page = format!("{}/s/{}/billing?mode=test", world.app.config.issuer.public_origin(), bought.seller.shop.id);
            assert_eq!(seen[0]["url"], page);
        }
        world.sql("UPDATE stripe_connection SET owner_kind = 'platform', owner_id = ''", &[]).await;
        assert!(notices(&world).await.is_empty(), "the operator repairs it");
    }
}
