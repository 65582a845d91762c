//! Tests the catalogue that visitors see without a credential, and the buy page to which refused spends lead.

use std::collections::BTreeSet;
use std::time::Duration;

use foundation::testing::inline_components;
use reqwest::Method;
use serde_json::{Value, json};

use super::packs::{priced_pack, seller};
use super::plans::priced_plan;
use super::stripe::{as_owner, connect};
use crate::credits::{Shop, spend};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// The age at which the server reads a catalogue again.
const CACHE_TIME: Duration = Duration::from_millis(50);

/// A transparent image of one pixel.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// Reads the catalogue of a website without a credential, from the database.
async fn as_visitor(world: &TestApi, website: &str, query: &str) -> HttpResponse {
    world.clock.advance(CACHE_TIME);
    let path = format!("/v1/public/catalog/{website}{query}");
    world.send(Method::GET, &path, &[], None).await
}

/// Sets the branding of a website of `usr_1`.
async fn brand(world: &TestApi, website: &str, branding: &Value) {
    let operation = format!("PUT /v1/websites/{website}/branding");
    let set = as_owner(
        world,
        "usr_1",
        (website, "live"),
        &operation,
        Some(branding),
    )
    .await;
    assert_eq!(set.status, 200, "{set:?}");
}

/// Opens a website that sells a pack and a plan in test mode; returns it with the id of its connection.
async fn selling(world: &TestApi) -> (Shop, String) {
    let shop = seller(world, "Pictures").await;
    let connection = connect(world, &shop).await;
    priced_pack(world, &shop.test_key, "small").await;
    priced_plan(world, &shop.test_key, "pro").await;
    product_api::billing::sync_catalog(&world.app)
        .await
        .unwrap();
    (shop, connection)
}

on_both_engines! {
    async fn visitor_sees_the_brand_with_the_packs_and_plans_of_buyers(world: TestApi) {
        let (shop, _connection) = selling(&world).await;
        let plain = as_visitor(&world, &shop.id, "?mode=test").await;
        assert_eq!((plain.status, plain.header("cache-control")), (200, "public, max-age=30"));
        assert_eq!(plain.json()["website"], json!({
            "id": shop.id, "name": "Pictures", "url": "https://shop.example.com", "brand_color": null, "logo_uri": null,
            "policy_uri": null, "tos_uri": null,
        }));
        brand(&world, &shop.id, &json!({
            "brand_color": "#C2410C", "logo_uri": PIXEL, "client_uri": "https://shop.example.com/home",
            "policy_uri": "https://shop.example.com/privacy", "tos_uri": "https://shop.example.com/terms",
        })).await;
        let mut shown = as_visitor(&world, &shop.id, "?mode=test").await.json();
        assert_eq!(shown["website"].take(), json!({
            "id": shop.id, "name": "Pictures", "url": "https://shop.example.com", "brand_color": "#c2410c", "logo_uri": PIXEL,
            "policy_uri": "https://shop.example.com/privacy", "tos_uri": "https://shop.example.com/terms",
        }));
        let of_buyers = format!("/v1/me/catalog?website={}&mode=test", shop.id);
        let mut of_buyers = world.get(&of_buyers, &world.token("usr_9")).await.json();
        assert_eq!((of_buyers["packs"].as_array().unwrap().len(), of_buyers["plans"].as_array().unwrap().len()), (1, 1));
        of_buyers["website"].take();
        assert_eq!(shown, of_buyers, "visitors see what buyers see, and nothing else");
    }
}

on_both_engines! {
    async fn website_that_does_not_sell_is_not_found(world: TestApi) {
        let (shop, connection) = selling(&world).await;
        let other = seller(&world, "Songs").await;
        priced_pack(&world, &other.test_key, "small").await;
        let unknown = as_visitor(&world, "web_none", "?mode=test").await.is_problem(404, "not-found");
        let is_unknown = async |website: &str, query: &str, why: &str| {
            let mut problem = as_visitor(&world, website, query).await.is_problem(404, "not-found");
            for name in ["instance", "request_id"] {
                problem[name] = unknown[name].clone();
            }
            assert_eq!(problem, unknown, "{why}");
        };
        is_unknown(&other.id, "?mode=test", "without a Stripe account").await;
        is_unknown(&shop.id, "", "in live mode").await;
        is_unknown(&shop.id, "?mode=live", "in live mode").await;
        is_unknown("platform", "?mode=test", "the platform").await;
        // (statement before, the reason, statement after)
        let rows = [
            ("UPDATE websites SET status = 'suspended' WHERE id = $1", "suspended", "UPDATE websites SET status = 'active' WHERE id = $1"),
            ("UPDATE websites SET owner_user_id = 'usr_2' WHERE id = $1", "handed over", "UPDATE websites SET owner_user_id = 'usr_1' WHERE id = $1"),
            (
                "UPDATE catalog_price SET state = 'drifted', reason = 'price-archived' WHERE $1 <> ''", "without a price that can be bought",
                "UPDATE catalog_price SET state = 'synced', reason = NULL WHERE $1 <> ''",
            ),
        ];
        world.get("/v1/me", &world.token("usr_2")).await;
        for (before, why, after) in rows {
            assert_eq!(as_visitor(&world, &shop.id, "?mode=test").await.status, 200, "the control");
            world.sql(before, &[&shop.id]).await;
            is_unknown(&shop.id, "?mode=test", why).await;
            world.sql(after, &[&shop.id]).await;
        }
        let operation = format!("POST /v1/stripe-connections/{connection}/disconnect");
        let done = as_owner(&world, "usr_1", (&shop.id, "test"), &operation, None).await;
        assert!(done.status < 300, "{done:?}");
        is_unknown(&shop.id, "?mode=test", "disconnected").await;
        let wrong = as_visitor(&world, &shop.id, "?mode=play").await.is_problem(400, "invalid-request");
        assert_eq!(wrong["errors"][0]["parameter"], "mode");
    }
}

on_both_engines! {
    async fn visitors_share_a_read_and_credentials_are_ignored(world: TestApi) {
        let (shop, _connection) = selling(&world).await;
        let first = as_visitor(&world, &shop.id, "?mode=test").await;
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&shop.id]).await;
        let path = format!("/v1/public/catalog/{}?mode=test", shop.id);
        for credential in ["", "tg_live_no", shop.key.as_str(), &world.token("usr_9")] {
            let again = world.get(&path, credential).await;
            assert_eq!((again.status, &again.body), (200, &first.body), "{credential}");
            assert_eq!((again.header("ratelimit"), again.header("access-control-allow-origin")), ("", ""));
        }
        as_visitor(&world, &shop.id, "?mode=test").await.is_problem(404, "not-found");
    }
}

/// Operations that are called without a credential: each one more is decided here.
#[test]
fn one_operation_is_public() {
    let document = inline_components(&product_api::openapi_document());
    let mut found = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"] != json!([]) {
                continue;
            }
            found.insert(format!("{} {path}", method.to_uppercase()));
            let description = operation["description"].as_str().unwrap();
            assert!(description.ends_with("Called without a credential."));
            let responses = &operation["responses"];
            assert!(responses["401"].is_null() && responses["403"].is_null());
        }
    }
    let expected = ["GET /v1/public/catalog/{website}".to_owned()];
    assert_eq!(found, BTreeSet::from(expected));
}

on_both_engines! {
    async fn refused_spend_leads_to_the_buy_page_of_a_website_that_sells(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let own = json!("https://shop.example.com");
        let test = Shop { key: shop.test_key.clone(), ..shop.clone() };
        let leads_to = async |shop: &Shop, key: &str| {
            let problem = spend(&world, shop, key, 5).await.is_problem(402, "insufficient-credits");
            let url = problem["topup_url"].clone();
            assert!(problem["detail"].as_str().unwrap().contains(url.as_str().unwrap()), "{problem}");
            url
        };
        assert_eq!(leads_to(&test, "before").await, own);
        let connection = connect(&world, &shop).await;
        let origin = world.app.config.issuer.public_origin();
        let page = json!(format!("{origin}/buy/{}?test=1", shop.id));
        assert_eq!(leads_to(&test, "connected").await, page, "at once on the server that connected it");
        let stored = spend(&world, &test, "before", 5).await.json();
        assert_eq!(stored["topup_url"], own, "a stored refusal stays");
        assert_eq!(leads_to(&shop, "live").await, own, "the live mode has no connection");
        let operation = format!("POST /v1/stripe-connections/{connection}/disconnect");
        let done = as_owner(&world, "usr_1", (&shop.id, "test"), &operation, None).await;
        assert!(done.status < 300, "{done:?}");
        assert_eq!(leads_to(&test, "disconnected").await, own);
    }
}
