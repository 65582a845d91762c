//! Tests the replacement of a connection's key.

use serde_json::json;

use super::stripe::{ACCOUNT, PERMISSIONS, as_owner, connect, fail, key_with, revoke, whole_key};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn replace(world: &TestApi, shop: &Shop, id: &str, key: &str) -> HttpResponse {
    let operation = format!("POST /v1/stripe-connections/{id}/key");
    let body = json!({ "api_key": key });
    as_owner(world, "usr_1", (&shop.id, "test"), &operation, Some(&body)).await
}

fn hint(key: &str) -> String {
    format!("rk_test_…{}", key.get(key.len() - 4..).unwrap())
}

on_both_engines! {
    async fn key_of_the_same_account_and_mode_takes_over(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let key = whole_key(&world, ACCOUNT, false);
        let replaced = replace(&world, &shop, &id, &key).await;
        assert_eq!(replaced.status, 200, "{replaced:?}");
        let connection = &replaced.json()["connection"];
        assert_eq!(connection["key_hint"], hint(&key));
        assert_eq!((&connection["has_next_key"], &connection["state"]), (&json!(false), &json!("active")));
        let audited = world.text("SELECT details FROM audit WHERE action = 'stripe.key_replaced'").await;
        assert!(audited.contains(&hint(&key)) && !audited.contains(&key), "{audited}");
    }
}

on_both_engines! {
    async fn key_that_does_not_fit_keeps_the_current_one(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let before = world.text("SELECT api_key FROM stripe_connection").await;
        let narrow = key_with(&world, ACCOUNT, false, &PERMISSIONS[..5]);
        let rows = [
            (whole_key(&world, "acct_other", false), "stripe-account-mismatch"),
            (whole_key(&world, ACCOUNT, true), "stripe-account-mismatch"),
            (narrow, "stripe-permission-missing"),
            ("rk_test_ffffffffffffffffff".to_owned(), "stripe-key-unfit"),
            ("sk_live_ffffffffffffffffff".to_owned(), "stripe-key-unfit"),
        ];
        for (key, slug) in rows {
            replace(&world, &shop, &id, &key).await.is_problem(422, slug);
            let kept = "SELECT count(*) FROM stripe_connection WHERE next_key IS NULL AND state = 'active'";
            assert_eq!(world.count(kept).await, 1, "{slug}");
            assert_eq!(world.text("SELECT api_key FROM stripe_connection").await, before, "{slug}");
        }
    }
}

on_both_engines! {
    async fn key_waits_while_stripe_is_unavailable_and_takes_over_later(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let key = whole_key(&world, ACCOUNT, false);
        fail(&world, "GET /v1/account", 3, "rate_limited");
        let replaced = replace(&world, &shop, &id, &key).await;
        assert_eq!(replaced.status, 200, "{replaced:?}");
        let replaced = replaced.json();
        assert_eq!(replaced["connection"]["has_next_key"], true);
        assert_ne!(replaced["connection"]["key_hint"], hint(&key));
        assert_eq!(replaced["permissions"], json!([]));
        product_api::billing::check_due(&world.app).await.unwrap();
        let operation = format!("GET /v1/stripe-connections/{id}");
        let later = as_owner(&world, "usr_1", (&shop.id, "test"), &operation, None).await.json();
        assert_eq!((&later["has_next_key"], &later["key_hint"]), (&json!(false), &json!(hint(&key))));
    }
}

on_both_engines! {
    async fn pending_key_that_never_fits_is_deleted(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let key = whole_key(&world, ACCOUNT, false);
        fail(&world, "GET /v1/account", 3, "rate_limited");
        replace(&world, &shop, &id, &key).await;
        revoke(&world, &key);
        product_api::billing::check_due(&world.app).await.unwrap();
        let kept = "SELECT count(*) FROM stripe_connection WHERE next_key IS NULL AND state = 'active'";
        assert_eq!(world.count(kept).await, 1);
    }
}

on_both_engines! {
    async fn refused_key_revokes_the_connection_until_a_new_one(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let id = connect(&world, &shop).await;
        let first = whole_key(&world, ACCOUNT, false);
        replace(&world, &shop, &id, &first).await;
        revoke(&world, &first);
        let site = (shop.id.as_str(), "test");
        let check = format!("POST /v1/stripe-connections/{id}/check");
        for _ in 0..2 {
            let checked = as_owner(&world, "usr_1", site, &check, None).await.json();
            let connection = &checked["connection"];
            assert_eq!((&connection["state"], &connection["reason"]), (&json!("revoked"), &json!("key-refused")));
            assert_eq!(checked["permissions"], json!([]));
        }
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.revoked'").await, 1);
        let rotate = format!("POST /v1/stripe-connections/{id}/signing-secret");
        as_owner(&world, "usr_1", site, &rotate, None).await.is_problem(422, "stripe-key-unfit");
        let replaced = replace(&world, &shop, &id, &whole_key(&world, ACCOUNT, false)).await.json();
        assert_eq!(replaced["connection"]["state"], "active");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'stripe.restored'").await, 1);
    }
}
