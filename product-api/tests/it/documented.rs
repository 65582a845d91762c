//! Tests that grants and spends respond with each documented status and with no other.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{TestApi, on_both_engines};

fn documented(path: &str) -> BTreeSet<u16> {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let responses = document["paths"][path]["post"]["responses"]
        .as_object()
        .unwrap();
    responses
        .keys()
        .map(|status| status.parse().unwrap())
        .collect()
}

/// Returns a valid body for an operation.
fn fitting(path: &str, amount: i64) -> Value {
    let mut body = json!({"customer": {"external_id": "ada"}, "amount": amount});
    if path == "/v1/grants" {
        crate::harness::change(&mut body, &json!({"kind": "promo"}));
    }
    body
}

/// Returns the statuses of all requests that are refused while the database works.
async fn provoked(world: &TestApi, shop: &Shop, path: &str) -> BTreeSet<u16> {
    let mut seen = BTreeSet::new();
    let mut see = |status: u16, slug: &str, response: &crate::harness::HttpResponse| {
        response.is_problem(status, slug);
        seen.insert(status);
    };
    let key = |name: &str| format!("{name}{path}");
    let fits = fitting(path, 5);
    let good = post(world, path, &shop.key, &key("good"), &fits).await;
    assert_eq!(good.status, 200, "{good:?}");
    see(
        400,
        "idempotency-key-missing",
        &post(world, path, &shop.key, "", &fits).await,
    );
    see(
        401,
        "unauthenticated",
        &post(world, path, "tg_live_no", &key("a"), &fits).await,
    );
    let absent = json!({"customer": {"id": "cus_none"}});
    let mut nobody = fits.clone();
    crate::harness::change(&mut nobody, &absent);
    see(
        404,
        "not-found",
        &post(world, path, &shop.key, &key("n"), &nobody).await,
    );
    let long = json!({"customer": "x".repeat(1_100_000)});
    see(
        413,
        "content-too-large",
        &post(world, path, &shop.key, &key("l"), &long).await,
    );
    let authorization = format!("Bearer {}", shop.key);
    let own_key = key("t");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "text/plain"),
        ("idempotency-key", own_key.as_str()),
    ];
    let text = world
        .send(Method::POST, path, &headers, Some(fits.to_string()))
        .await;
    see(415, "unsupported-media-type", &text);
    see(
        422,
        "amount-out-of-range",
        &post(world, path, &shop.key, &key("z"), fitting(path, 0)).await,
    );
    if path == "/v1/spends" {
        let short = post(world, path, &shop.key, &key("s"), fitting(path, 5000)).await;
        see(402, "insufficient-credits", &short);
    }
    seen.insert(200);
    // The tests in limits.rs provoke 429 with a low limit.
    seen.insert(429);
    seen
}

on_both_engines! {
    async fn grants_and_spends_respond_as_documented(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let paths = ["/v1/grants", "/v1/spends"];
        let mut seen = Vec::new();
        for path in paths {
            seen.push((path, provoked(&world, &shop, path).await));
        }
        world.clock.advance(std::time::Duration::from_hours(8 * 24));
        product_api::sweep::once(&world.app).await.unwrap();
        let mut see = async |status: u16, slug: &str, key: &str| {
            for (path, seen) in &mut seen {
                let response = post(&world, path, &shop.key, &format!("{key}{path}"), fitting(path, 5)).await;
                response.is_problem(status, slug);
                seen.insert(status);
            }
        };
        see(409, "operation-already-executed", "good").await;
        world.sql("UPDATE api_keys SET scopes = 'customers.read' WHERE website_id = $1", &[&shop.id]).await;
        see(403, "insufficient-scope", "k").await;
        world.sql("UPDATE api_keys SET scopes = 'credits.grant credits.spend' WHERE website_id = $1", &[&shop.id]).await;
        world.sql("ALTER TABLE lot RENAME TO hidden_lot", &[]).await;
        see(500, "internal", "k").await;
        world.app.database.close().await;
        see(503, "unavailable", "k").await;
        for (path, seen) in seen {
            assert_eq!(seen, documented(path), "{path}");
        }
    }
}
