//! Tests the checks of connections, which the server makes once a day.

use std::time::Duration;

use foundation::Random;
use product_api::app::App;
use serde_json::{Value, json};

use super::stripe::{
    ACCOUNT, PERMISSIONS, WEBHOOKS, as_owner, call_stripe, connect, endpoints, fail, key_with,
    revoke, whole_key,
};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn check(world: &TestApi, shop: &Shop, id: &str) -> HttpResponse {
    let operation = format!("POST /v1/stripe-connections/{id}/check");
    as_owner(world, "usr_1", (&shop.id, "test"), &operation, None).await
}

/// Replaces the sealed key as if the owner had taken permissions from it.
async fn narrow_to(world: &TestApi, shop: &Shop, id: &str, permissions: &[&str]) {
    let whole = whole_key(world, ACCOUNT, false);
    let operation = format!("POST /v1/stripe-connections/{id}/key");
    let body = json!({ "api_key": whole });
    as_owner(world, "usr_1", (&shop.id, "test"), &operation, Some(&body)).await;
    let added = json!({"account": ACCOUNT, "key": whole, "permissions": permissions});
    world.stripe.control("add_key", &added).unwrap();
}

on_both_engines! {
    async fn endpoint_is_repaired(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let made = endpoints(&world, ACCOUNT, false).await.remove(0);
        let path = format!("/v1/webhook_endpoints/{}", made["id"].as_str().unwrap());
        let breaks = [
            format!("POST {path} disabled=true"),
            format!("POST {path} url=https://elsewhere.example/hook"),
            format!("POST {path} enabled_events[]=*"),
        ];
        for (index, broken) in (1..).zip(&breaks) {
            call_stripe(&world, ACCOUNT, false, broken).await;
            let checked = check(&world, &shop, &id).await;
            assert_eq!(checked.json()["connection"]["state"], "active", "{broken}: {checked:?}");
            let repaired = endpoints(&world, ACCOUNT, false).await;
            assert_eq!(repaired.len(), 1, "{broken}");
            for member in ["id", "url", "status", "enabled_events"] {
                assert_eq!(repaired[0][member], made[member], "{broken}");
            }
            let entries = "SELECT count(*) FROM audit WHERE action = 'stripe.endpoint_repaired'";
            assert_eq!(world.count(entries).await, index, "{broken}");
        }
        let whole = check(&world, &shop, &id).await.json();
        assert_eq!(whole["permissions"].as_array().unwrap().len(), 19);
        let entries = "SELECT count(*) FROM audit WHERE action = 'stripe.endpoint_repaired'";
        assert_eq!(world.count(entries).await, 3, "a right endpoint is left as it is");
    }
}

on_both_engines! {
    async fn difference_from_the_clock_of_stripe_is_a_metric(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        for (seconds, expected) in [(0, "0"), (61, "-61")] {
            world.stripe.advance_clock(Duration::from_secs(seconds)).unwrap();
            assert_eq!(check(&world, &shop, &id).await.status, 200, "{seconds}");
            let metrics = world.get("/metrics", "").await.body;
            let line = format!("\napi_stripe_clock_skew_seconds {expected}\n");
            assert!(metrics.contains(&line), "{seconds}: {metrics}");
        }
    }
}

on_both_engines! {
    async fn deleted_endpoint_is_made_again(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let made = endpoints(&world, ACCOUNT, false).await.remove(0);
        let deletion = format!("DELETE /v1/webhook_endpoints/{}", made["id"].as_str().unwrap());
        call_stripe(&world, ACCOUNT, false, &deletion).await;
        assert_eq!(check(&world, &shop, &id).await.json()["connection"]["state"], "active");
        let again = endpoints(&world, ACCOUNT, false).await;
        assert_eq!((again.len(), &again[0]["url"]), (1, &made["url"]));
        assert_eq!(world.text("SELECT id FROM stripe_endpoint").await, again[0]["id"].as_str().unwrap());
    }
}

/// Checks the connection, and asserts its state and its reason.
async fn is_found(world: &TestApi, shop: &Shop, id: &str, expected: (&str, Value)) {
    let checked = check(world, shop, id).await.json();
    let connection = &checked["connection"];
    let (state, reason) = expected;
    assert_eq!(
        (&connection["state"], &connection["reason"]),
        (&json!(state), &reason),
        "{checked}"
    );
}

on_both_engines! {
    async fn endpoint_that_the_key_may_not_repair_degrades_the_connection(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let made = endpoints(&world, ACCOUNT, false).await.remove(0);
        let reading: Vec<&str> = PERMISSIONS.into_iter().chain(["rak_webhook_read"]).collect();
        narrow_to(&world, &shop, &id, &reading).await;
        is_found(&world, &shop, &id, ("active", Value::Null)).await;
        let off = format!("POST /v1/webhook_endpoints/{} disabled=true", made["id"].as_str().unwrap());
        call_stripe(&world, ACCOUNT, false, &off).await;
        for _ in 0..2 {
            is_found(&world, &shop, &id, ("degraded", json!("endpoint-off"))).await;
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.degraded'").await, 1);
        let whole: Vec<&str> = PERMISSIONS.into_iter().chain([WEBHOOKS]).collect();
        narrow_to(&world, &shop, &id, &whole).await;
        is_found(&world, &shop, &id, ("active", Value::Null)).await;
        assert_eq!(endpoints(&world, ACCOUNT, false).await[0]["status"], "enabled");
    }
}

on_both_engines! {
    async fn endpoint_that_stripe_does_not_make_again_degrades_the_connection(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let made = endpoints(&world, ACCOUNT, false).await.remove(0);
        let path = |endpoint: &Value| format!("DELETE /v1/webhook_endpoints/{}", endpoint["id"].as_str().unwrap());
        call_stripe(&world, ACCOUNT, false, &path(&made)).await;
        let other = "POST /v1/webhook_endpoints url=https://other.example/hook&enabled_events[]=charge.refunded";
        for _ in 0..16 {
            call_stripe(&world, ACCOUNT, false, other).await;
        }
        is_found(&world, &shop, &id, ("degraded", json!("endpoint-missing"))).await;
        let others = endpoints(&world, ACCOUNT, false).await;
        assert_eq!(others.len(), 16, "those of other systems are left as they are");
        call_stripe(&world, ACCOUNT, false, &path(&others[0])).await;
        is_found(&world, &shop, &id, ("active", Value::Null)).await;
        let again = endpoints(&world, ACCOUNT, false).await;
        assert_eq!(again.iter().filter(|one| one["url"] == made["url"]).count(), 1);
    }
}

on_both_engines! {
    async fn account_without_a_response_for_ten_minutes_is_degraded(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        fail(&world, "GET /v1/account", 100, "server_error_before");
        for (minutes, expected) in [(0, "active"), (9, "active"), (1, "degraded")] {
            world.clock.advance(Duration::from_mins(minutes));
            for _ in 0..2 {
                check(&world, &shop, &id).await.is_problem(502, "payment-provider-error");
            }
            assert_eq!(world.text("SELECT state FROM stripe_connection").await, expected, "{minutes}");
        }
        assert_eq!(world.text("SELECT reason FROM stripe_connection").await, "unreachable");
        world.stripe.control("clear_faults", &json!({})).unwrap();
        // The circuit lets one call through after some seconds.
        world.clock.advance(Duration::from_secs(15));
        is_found(&world, &shop, &id, ("active", Value::Null)).await;
    }
}

on_both_engines! {
    async fn lost_permission_degrades_the_connection_until_it_is_back(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let rest: Vec<&str> = PERMISSIONS.into_iter().filter(|one| *one != "rak_charge_write").collect();
        narrow_to(&world, &shop, &id, &rest).await;
        let checked = check(&world, &shop, &id).await.json();
        let connection = &checked["connection"];
        assert_eq!((&connection["state"], &connection["reason"]), (&json!("degraded"), &json!("missing-permission")));
        assert_eq!(connection["missing_permission"], "Charges and Refunds: write");
        let lost = checked["permissions"].as_array().unwrap().iter().filter(|one| one["is_granted"] == false);
        assert_eq!(lost.count(), 2, "the endpoint's permission is missing as well");
        check(&world, &shop, &id).await;
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.degraded'").await, 1);
        narrow_to(&world, &shop, &id, &PERMISSIONS).await;
        let checked = check(&world, &shop, &id).await.json();
        assert_eq!((&checked["connection"]["state"], &checked["connection"]["reason"]), (&json!("active"), &Value::Null));
    }
}

on_both_engines! {
    async fn check_without_a_response_changes_nothing(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        for call in ["GET /v1/account", "GET /v1/disputes", "GET /v1/webhook_endpoints/"] {
            fail(&world, call, 3, "rate_limited");
            check(&world, &shop, &id).await.is_problem(502, "payment-provider-error");
            let operation = format!("GET /v1/stripe-connections/{id}");
            let read = as_owner(&world, "usr_1", (&shop.id, "test"), &operation, None).await.json();
            assert_eq!(read["state"], "active", "{call}");
        }
    }
}

on_both_engines! {
    async fn each_connection_is_checked_once_a_day(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let key = key_with(&world, ACCOUNT, false, &PERMISSIONS);
        let operation = format!("POST /v1/stripe-connections/{id}/key");
        let body = json!({ "api_key": key });
        as_owner(&world, "usr_1", (&shop.id, "test"), &operation, Some(&body)).await;
        revoke(&world, &key);
        world.clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
        product_api::billing::check_due(&world.app).await.unwrap();
        assert_eq!(world.text("SELECT state FROM stripe_connection").await, "active");
        world.clock.advance(Duration::from_secs(1));
        product_api::billing::check_due(&world.app).await.unwrap();
        assert_eq!(world.text("SELECT state FROM stripe_connection").await, "revoked");
        let actor = world.text("SELECT actor FROM audit WHERE action = 'stripe.revoked'").await;
        assert_eq!(actor, "system");
    }
}

on_both_engines! {
    async fn check_seals_keys_and_secrets_again_after_the_master_secret_was_replaced(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let mut config = world.app.config.clone();
        config.issuer.previous_secret = Some(config.issuer.client_secret.clone());
        config.issuer.client_secret = "b05d2f7e9c1348a6e0d47b92f5c3a816".into();
        let sealed = world.text("SELECT secret FROM stripe_endpoint").await;
        for _ in 0..2 {
            let app = App::open(config.clone(), world.clock.clone(), Random::system()).await.unwrap();
            world.clock.advance(Duration::from_hours(24));
            // The second time the previous secret is deleted, and the key is still readable.
            product_api::billing::check_due(&app).await.unwrap();
            assert_eq!(world.text("SELECT state FROM stripe_connection").await, "active", "{id}");
            config.issuer.previous_secret = None;
        }
        assert_ne!(world.text("SELECT secret FROM stripe_endpoint").await, sealed);
    }
}
