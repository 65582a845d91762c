//! Tests that packs become products and prices at Stripe, exactly once, through lost responses and changes of the link.

use std::time::Duration;

use serde_json::{Value, json};

use super::packs::{add, priced_pack, save, seller};
use super::stripe::{
    ACCOUNT, as_owner, call_stripe, connect, connect_with, fail, revoke, whole_key,
};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Returns the objects of a list at the double, newest first.
async fn listed(world: &TestApi, account: &str, path: &str) -> Vec<Value> {
    let page = call_stripe(world, account, false, &format!("GET {path}?limit=100")).await;
    page["data"].as_array().unwrap().clone()
}

async fn sync(world: &TestApi) {
    product_api::billing::sync_catalog(&world.app)
        .await
        .unwrap();
}

/// Returns the newest version of the pack `small`.
pub(super) async fn newest(world: &TestApi, shop: &Shop) -> Value {
    let pack = world.get("/v1/packs/small", &shop.test_key).await.json();
    pack["version"].clone()
}

/// Returns the state and the reason of the first price of a version.
pub(super) fn state(version: &Value) -> (&str, Option<&str>) {
    let price = &version["prices"][0]["stripe"];
    (
        price["state"].as_str().unwrap_or("none"),
        price["reason"].as_str(),
    )
}

/// Returns a shop of `usr_1` with a connected account.
pub(super) async fn connected(world: &TestApi) -> (Shop, String) {
    let shop = seller(world, "Pictures").await;
    let connection = connect(world, &shop).await;
    (shop, connection)
}

pub(super) async fn repair(
    world: &TestApi,
    key: &str,
    version: i64,
    currency: &str,
) -> HttpResponse {
    let path = format!("/v1/packs/small/versions/{version}/prices/{currency}/repair");
    world.post(&path, key, &json!({})).await
}

on_both_engines! {
    async fn saved_version_is_sold_at_once(world: TestApi) {
        let (shop, connection) = connected(&world).await;
        let key = shop.test_key.as_str();
        let pack = save(&world, key, "small", &json!({"description": "For pictures"})).await.json();
        let pack = pack["id"].as_str().unwrap();
        let prices = json!({"prices": [{"currency": "usd", "amount_minor": 1_000}, {"currency": "jpy", "amount_minor": 900}]});
        let added = add(&world, key, ("small", 1), &prices).await.json();
        for price in added["prices"].as_array().unwrap() {
            let made = &price["stripe"];
            assert_eq!((&made["state"], &made["reason"], &made["detail"]), (&json!("synced"), &Value::Null, &Value::Null), "{added}");
        }
        let product = call_stripe(&world, ACCOUNT, false, &format!("GET /v1/products/tollgate_{pack}")).await;
        assert_eq!((&product["name"], &product["description"]), (&json!("500 credits"), &json!("For pictures")));
        assert_eq!(product["metadata"]["tollgate_connection"], connection.as_str());
        let made = listed(&world, ACCOUNT, "/v1/prices").await;
        assert_eq!(made.len(), 2);
        let price = made.iter().find(|price| price["currency"] == "jpy").unwrap();
        assert_eq!(price["lookup_key"], format!("tollgate:{pack}:1:jpy"));
        assert_eq!((&price["unit_amount"], &price["tax_behavior"], &price["type"]), (&json!(900), &json!("inclusive"), &json!("one_time")));
        assert_eq!(price["product"], format!("tollgate_{pack}"));
        assert_eq!(price["id"], added["prices"][0]["stripe"]["stripe_price_id"]);
        add(&world, key, ("small", 1), &prices).await;
        add(&world, key, ("small", 2), &json!({})).await;
        assert_eq!(listed(&world, ACCOUNT, "/v1/products").await.len(), 1, "both versions share the product");
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 3);
    }
}

on_both_engines! {
    /// The response about a price is lost each time, until this server gives up; a later attempt finds the price.
    async fn price_whose_response_was_lost_is_found_and_not_made_twice(world: TestApi) {
        let (shop, _) = connected(&world).await;
        for call in ["POST /v1/products", "POST /v1/prices"] {
            fail(&world, call, 3, "lost_after");
            let code = if call.ends_with("prices") { "small" } else { "other" };
            let added = priced_pack(&world, &shop.test_key, code).await;
            assert_eq!(state(&added), ("pending", Some("unavailable")), "{call}");
            world.stripe.control("clear_faults", &json!({})).unwrap();
        }
        assert_eq!(world.get("/v1/catalog", &shop.test_key).await.json()["packs"], json!([]));
        sync(&world).await;
        assert_eq!(state(&newest(&world, &shop).await).0, "pending", "the next attempt is not due");
        // The circuit is open: one call tries Stripe again, and another pack may have to wait for it.
        for _attempt in 0..2 {
            world.clock.advance(Duration::from_mins(1));
            sync(&world).await;
        }
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None));
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 2);
        assert_eq!(listed(&world, ACCOUNT, "/v1/products").await.len(), 2);
        let ids = "SELECT COUNT(DISTINCT stripe_price_id) FROM catalog_price WHERE state = 'synced' AND next_at IS NULL";
        assert_eq!(world.count(ids).await, 2);
    }
}

on_both_engines! {
    /// Stripe stores a failure under the idempotency key; the next attempt has another key.
    async fn stored_failure_is_not_repeated_for_ever(world: TestApi) {
        let (shop, _) = connected(&world).await;
        fail(&world, "POST /v1/prices", 1, "server_error_before");
        let added = priced_pack(&world, &shop.test_key, "small").await;
        world.stripe.control("clear_faults", &json!({})).unwrap();
        if state(&added).0 == "pending" {
            world.clock.advance(Duration::from_secs(20));
            sync(&world).await;
        }
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None));
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 1);
    }
}

on_both_engines! {
    /// A server that ends between its commit and Stripe leaves a claim; another server works on it afterwards.
    async fn price_of_a_server_that_ended_is_made_by_another(world: TestApi) {
        let (shop, _) = connected(&world).await;
        priced_pack(&world, &shop.test_key, "small").await;
        // The first server had made the price at Stripe, and nothing was recorded.
        let ended = "UPDATE catalog_price SET state = 'pending', stripe_price_id = NULL, attempts = 1, next_at = 1800000120000000";
        world.sql(ended, &[]).await;
        sync(&world).await;
        assert_eq!(state(&newest(&world, &shop).await).0, "pending", "the claim is in force");
        world.clock.advance(Duration::from_secs(121));
        let replica = world.replica().await;
        let (one, two) = tokio::join!(
            product_api::billing::sync_catalog(&world.app),
            product_api::billing::sync_catalog(&replica.app),
        );
        one.unwrap();
        two.unwrap();
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None));
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 1);
    }
}

on_both_engines! {
    async fn two_saves_of_one_pack_create_one_product(world: TestApi) {
        let (shop, _) = connected(&world).await;
        let key = shop.test_key.as_str();
        save(&world, key, "small", &json!({})).await;
        let (one, two) = tokio::join!(
            async { add(&world, key, ("small", 1), &json!({})).await },
            async { add(&world, key, ("small", 1), &json!({})).await },
        );
        assert_eq!((one.status, two.status), (200, 200));
        assert_eq!(listed(&world, ACCOUNT, "/v1/products").await.len(), 1);
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM catalog_price").await, 1);
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None));
    }
}

on_both_engines! {
    async fn book_that_is_linked_later_gets_prices_there(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.test_key.as_str();
        priced_pack(&world, key, "small").await;
        priced_pack(&world, key, "old").await;
        save(&world, key, "old", &json!({"status": "archived"})).await;
        assert_eq!(state(&newest(&world, &shop).await), ("none", None), "not connected");
        repair(&world, key, 1, "eur").await.is_problem(409, "billing-not-connected");
        let first = connect(&world, &shop).await;
        sync(&world).await;
        let version = newest(&world, &shop).await;
        assert_eq!(state(&version), ("synced", None));
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 1, "an archived pack is not sold");
        save(&world, key, "old", &json!({})).await;
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 2, "it is sold again");

        let body = json!({"mode": "test", "api_key": whole_key(&world, "acct_second", false)});
        assert_eq!(connect_with(&world, "usr_1", &shop.id, &body).await.status, 201);
        assert_eq!(state(&newest(&world, &shop).await), ("none", None), "not yet there");
        sync(&world).await;
        let moved = newest(&world, &shop).await;
        assert_eq!(state(&moved), ("synced", None));
        assert_ne!(moved["prices"], version["prices"]);
        assert_eq!(listed(&world, "acct_second", "/v1/prices").await.len(), 2);
        assert_eq!(world.count("SELECT count(*) FROM catalog_price").await, 4, "each connection has its rows");
        let back = json!({
            "connection": first, "currency": "usd", "tax": "off", "tax_behavior": "exclusive", "documents": "receipt",
            "promotion_codes": false, "adaptive_pricing": false, "shortfall": "debt", "inquiry_freezes": false,
        });
        let site = (shop.id.as_str(), "test");
        assert_eq!(as_owner(&world, "usr_1", site, "PUT /v1/billing/settings", Some(&back)).await.status, 200);
        sync(&world).await;
        assert_eq!(newest(&world, &shop).await, version, "the prices of before");
        add(&world, key, ("small", 2), &json!({})).await;
        let made = listed(&world, ACCOUNT, "/v1/prices").await;
        assert_eq!(made[0]["tax_behavior"], "exclusive", "new prices follow the settings");
    }
}

on_both_engines! {
    async fn account_that_is_connected_again_keeps_its_prices(world: TestApi) {
        let (shop, connection) = connected(&world).await;
        priced_pack(&world, &shop.test_key, "small").await;
        let before = newest(&world, &shop).await;
        let site = (shop.id.as_str(), "test");
        let path = format!("POST /v1/stripe-connections/{connection}/disconnect");
        let ended = as_owner(&world, "usr_1", site, &path, None).await;
        assert!(ended.status < 300, "{ended:?}");
        assert_eq!(state(&newest(&world, &shop).await), ("none", None));
        assert_ne!(connect(&world, &shop).await, connection);
        sync(&world).await;
        assert_eq!(newest(&world, &shop).await, before);
        assert_eq!(listed(&world, ACCOUNT, "/v1/prices").await.len(), 1);
    }
}

on_both_engines! {
    async fn renamed_pack_renames_its_product_unless_that_was_edited(world: TestApi) {
        let (shop, _) = connected(&world).await;
        let key = shop.test_key.as_str();
        priced_pack(&world, key, "small").await;
        let id = world.get("/v1/packs/small", key).await.json()["id"].as_str().unwrap().to_owned();
        let product = format!("/v1/products/tollgate_{id}");
        let read = async || {
            let found = call_stripe(&world, ACCOUNT, false, &format!("GET {product}")).await;
            (found["name"].clone(), found["description"].clone())
        };
        save(&world, key, "small", &json!({"name": "Small", "description": "For pictures"})).await;
        assert_eq!(read().await, (json!("Small"), json!("For pictures")));
        save(&world, key, "small", &json!({"name": "Small"})).await;
        assert_eq!(read().await, (json!("Small"), Value::Null));
        call_stripe(&world, ACCOUNT, false, &format!("POST {product} name=Edited")).await;
        save(&world, key, "small", &json!({"name": "Tiny", "description": "For songs"})).await;
        assert_eq!(read().await, (json!("Edited"), json!("For songs")), "the edited name is left alone");
        fail(&world, &format!("GET {product}"), 3, "lost_before");
        save(&world, key, "small", &json!({"name": "Tiny", "description": "For all"})).await;
        world.stripe.control("clear_faults", &json!({})).unwrap();
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None), "it is sold in the meantime");
        assert_eq!(read().await.1, "For songs", "the change is lost");
        world.clock.advance(Duration::from_secs(20));
        sync(&world).await;
        assert_eq!(read().await.1, "For all", "a lost change is repeated");
    }
}

on_both_engines! {
    async fn key_that_is_revoked_or_lacks_a_permission_is_named(world: TestApi) {
        let (shop, connection) = connected(&world).await;
        let key = shop.test_key.as_str();
        save(&world, key, "small", &json!({})).await;
        let body = json!({"api_key": whole_key(&world, ACCOUNT, false)});
        let site = (shop.id.as_str(), "test");
        let path = format!("POST /v1/stripe-connections/{connection}/key");
        assert!(as_owner(&world, "usr_1", site, &path, Some(&body)).await.status < 300);
        revoke(&world, body["api_key"].as_str().unwrap());
        let added = add(&world, key, ("small", 1), &json!({})).await.json();
        assert_eq!(state(&added), ("pending", Some("key-refused")));
        let later = add(&world, key, ("small", 2), &json!({})).await.json();
        assert_eq!(state(&later), ("pending", Some("key-refused")), "no call is made with it");
        let body = json!({"api_key": whole_key(&world, ACCOUNT, false)});
        assert!(as_owner(&world, "usr_1", site, &path, Some(&body)).await.status < 300);
        world.clock.advance(Duration::from_secs(20));
        sync(&world).await;
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None));
    }
}

on_both_engines! {
    async fn price_that_stripe_refuses_is_failed_until_it_is_repaired(world: TestApi) {
        let (shop, _) = connected(&world).await;
        let key = shop.test_key.as_str();
        save(&world, key, "small", &json!({})).await;
        let refused = json!({"prices": [{"currency": "eur", "amount_minor": 900}, {"currency": "gbp", "amount_minor": 900}]});
        add(&world, key, ("small", 1), &refused).await;
        // Stripe's words are shown as they are; the state is set here, because the double takes all currencies.
        let failed = "UPDATE catalog_price SET state = 'failed', reason = 'refused', detail = 'Invalid currency', stripe_price_id = NULL \
            WHERE currency = 'eur'";
        world.sql(failed, &[]).await;
        let version = newest(&world, &shop).await;
        assert_eq!((state(&version), &version["prices"][0]["stripe"]["detail"]), (("failed", Some("refused")), &json!("Invalid currency")));
        world.clock.advance(Duration::from_hours(100));
        sync(&world).await;
        assert_eq!(state(&newest(&world, &shop).await).0, "failed", "it is not tried again by itself");
        let repaired = repair(&world, key, 1, "eur").await.json();
        assert_eq!(state(&repaired), ("synced", None));
        assert_eq!(repair(&world, key, 1, "eur").await.json(), repaired, "a synced price stays");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'pack_price.repaired'").await, 1);
        for (version, currency, resource) in [(2, "eur", "version"), (1, "usd", "price"), (1, "EUR", "price"), (1, "xyz", "price")] {
            let absent = repair(&world, key, version, currency).await.is_problem(404, "not-found");
            assert_eq!(absent["resource"], resource, "{version} {currency}");
        }
    }
}
