//! Tests the rotation of signing secrets.

use std::time::Duration;

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::stripe::{
    ACCOUNT, PERMISSIONS, as_owner, call_stripe, connect, connect_with, endpoints, key_with,
    whole_key, with_deliveries,
};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn rotate(world: &TestApi, shop: &Shop, id: &str, secret: Option<&str>) -> HttpResponse {
    let operation = format!("POST /v1/stripe-connections/{id}/signing-secret");
    let body = secret.map(|secret| json!({ "secret": secret }));
    as_owner(
        world,
        "usr_1",
        (&shop.id, "test"),
        &operation,
        body.as_ref(),
    )
    .await
}

async fn states(world: &TestApi) -> [i64; 3] {
    [
        world
            .count("SELECT count(*) FROM stripe_endpoint WHERE state = 'current'")
            .await,
        world
            .count("SELECT count(*) FROM stripe_endpoint WHERE state = 'retiring'")
            .await,
        world
            .count("SELECT count(*) FROM stripe_endpoint WHERE state = 'manual'")
            .await,
    ]
}

on_both_engines! {
    async fn new_endpoint_replaces_the_old_one_which_is_deleted_after_a_day(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let first = endpoints(&world, ACCOUNT, false).await[0]["id"].clone();
        let rotated = rotate(&world, &shop, &id, None).await;
        assert_eq!(rotated.status, 200, "{rotated:?}");
        assert_eq!(states(&world).await, [1, 1, 0]);
        assert_eq!(endpoints(&world, ACCOUNT, false).await.len(), 2);
        world.clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
        product_api::billing::check_due(&world.app).await.unwrap();
        assert_eq!(endpoints(&world, ACCOUNT, false).await.len(), 2);
        world.clock.advance(Duration::from_secs(1));
        product_api::billing::check_due(&world.app).await.unwrap();
        let left = endpoints(&world, ACCOUNT, false).await;
        assert_eq!(left.len(), 1);
        assert_ne!(left[0]["id"], first);
        assert_eq!(states(&world).await, [1, 0, 0]);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.secret_rotated'").await, 1);
    }
}

on_both_engines! {
    async fn retired_endpoint_that_stripe_does_not_delete_stays_for_the_next_time(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        rotate(&world, &shop, &id, None).await;
        world.clock.advance(Duration::from_hours(24));
        super::stripe::fail(&world, "DELETE /v1/webhook_endpoints", 3, "rate_limited");
        product_api::billing::check_due(&world.app).await.unwrap();
        assert_eq!(states(&world).await, [1, 1, 0]);
        product_api::billing::check_due(&world.app).await.unwrap();
        assert_eq!(states(&world).await, [1, 0, 0]);
        assert_eq!(endpoints(&world, ACCOUNT, false).await.len(), 1);
    }
}

on_both_engines! {
    async fn secret_of_the_dashboard_counts_as_well(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &PERMISSIONS)});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await.json();
        assert_eq!(connected["connection"]["delivery"], "poll");
        let id = connected["connection"]["id"].as_str().unwrap();
        for wrong in ["", "whsec_", "secret", "rk_test_0123456789abcdefgh"] {
            rotate(&world, &shop, id, Some(wrong)).await.is_problem(400, "invalid-request");
        }
        let mut sealed = String::new();
        for secret in ["whsec_0123456789abcdefgh", "whsec_abcdefgh0123456789"] {
            let rotated = rotate(&world, &shop, id, Some(secret)).await;
            assert_eq!(rotated.json()["delivery"], "webhook", "{rotated:?}");
            assert!(!rotated.body.contains("whsec_"));
            assert_eq!(states(&world).await, [0, 0, 1]);
            let stored = world.text("SELECT secret FROM stripe_endpoint").await;
            assert!(stored != sealed && !stored.contains("whsec_"));
            sealed = stored;
        }
        // Its endpoint is not known here, and no check misses it.
        let check = format!("POST /v1/stripe-connections/{id}/check");
        let checked = as_owner(&world, "usr_1", (&shop.id, "test"), &check, None).await.json();
        assert_eq!(checked["connection"]["state"], "active");
    }
}

on_both_engines! {
    async fn rotation_that_stripe_refuses_changes_nothing(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let cap = "POST /v1/webhook_endpoints url=https://other.example/hook&enabled_events[]=charge.refunded";
        for _ in 0..15 {
            call_stripe(&world, ACCOUNT, false, cap).await;
        }
        rotate(&world, &shop, &id, None).await.is_problem(502, "payment-provider-error");
        assert_eq!(states(&world).await, [1, 0, 0]);
        let narrow = json!({"mode": "test", "api_key": key_with(&world, ACCOUNT, false, &PERMISSIONS)});
        connect_with(&world, "usr_1", &shop.id, &narrow).await;
        let refused = rotate(&world, &shop, &id, None).await;
        let problem = refused.is_problem(422, "stripe-permission-missing");
        assert_eq!(problem["missing"], json!(["Webhook Endpoints: write"]));
        assert_eq!(states(&world).await, [1, 0, 0]);
    }
}

on_both_engines! {
    async fn no_secret_is_needed_where_stripe_cannot_deliver(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"mode": "live", "api_key": whole_key(&world, ACCOUNT, true)});
        let connected = connect_with(&world, "usr_1", &shop.id, &body).await.json();
        let id = connected["connection"]["id"].as_str().unwrap();
        let refused = rotate(&world, &shop, id, None).await;
        let problem = refused.is_problem(400, "invalid-request");
        assert_eq!(problem["errors"][0]["pointer"], "/secret");
    }
}

on_both_engines! {
    async fn rotation_repairs_bad_signatures(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        world.sql("UPDATE stripe_connection SET bad_signatures = 3", &[]).await;
        let site = (shop.id.as_str(), "test");
        let check = format!("POST /v1/stripe-connections/{id}/check");
        let checked = as_owner(&world, "usr_1", site, &check, None).await.json();
        let reason = |response: &Value| (response["state"].clone(), response["reason"].clone());
        assert_eq!(reason(&checked["connection"]), (json!("degraded"), json!("bad-signatures")));
        let rotated = rotate(&world, &shop, &id, None).await.json();
        assert_eq!(reason(&rotated), (json!("active"), Value::Null));
        assert_eq!(world.count("SELECT bad_signatures FROM stripe_connection").await, 0);
    }
}
