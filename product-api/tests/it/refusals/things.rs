//! Provides objects of a website that cause refusals.

use std::time::Duration;

use serde_json::{Value, json};

use super::rows::for_ada;
use crate::credits::{Shop, grant, post};
use crate::features::{priced, put};
use crate::harness::{TestApi, change};

/// A website and its objects that cause refusals.
pub(super) struct RefusalFixtures {
    pub(super) shop: Shop,
    pub(super) suspended: Shop,
    pub(super) open: String,
    pub(super) captured: String,
    pub(super) expired: String,
    pub(super) spent: String,
    pub(super) reversed: String,
    pub(super) reversal: String,
    pub(super) granted: String,
}

/// Creates an object and returns its id.
async fn made(world: &TestApi, shop: &Shop, (key, path): (&str, &str), body: Value) -> String {
    let response = post(world, path, &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    let found = response.json();
    let of = if found["hold"].is_object() {
        "hold"
    } else {
        "transaction"
    };
    found[of]["id"].as_str().unwrap().to_owned()
}

async fn holding(world: &TestApi, shop: &Shop, key: &str, seconds: u64) -> String {
    let mut body = for_ada(30);
    change(&mut body, &json!({"ttl_seconds": seconds}));
    made(world, shop, (key, "/v1/holds"), body).await
}

pub(super) async fn things(world: &TestApi) -> RefusalFixtures {
    let shop = Shop::open(world, "usr_1", "Pictures").await;
    let suspended = Shop::open(world, "usr_2", "Songs").await;
    grant(world, &shop, "g", "ada", 1000).await;
    let of_cyd = json!({"customer": {"external_id": "cyd"}, "amount": 5});
    let mut grant_of_cyd = of_cyd.clone();
    change(&mut grant_of_cyd, &json!({"kind": "promo"}));
    let granted = made(world, &shop, ("g2", "/v1/grants"), grant_of_cyd).await;
    made(world, &shop, ("all", "/v1/spends"), of_cyd).await;
    let [open, captured, expired] = holds(world, &shop).await;
    let spent = made(world, &shop, ("s1", "/v1/spends"), for_ada(10)).await;
    let reversed = made(world, &shop, ("s2", "/v1/spends"), for_ada(10)).await;
    let reverse = format!("/v1/transactions/{reversed}/reverse");
    let reversal = made(world, &shop, ("r", &reverse), json!({})).await;
    priced(world, &shop.key, "image", 3, 2).await;
    grant(world, &shop, "g3", "bob", 10).await;
    limited(world, &shop).await;
    switch_off(world, &shop, &suspended).await;
    world.clock.advance(Duration::from_mins(1));
    RefusalFixtures {
        shop,
        suspended,
        open,
        captured,
        expired,
        spent,
        reversed,
        reversal,
        granted,
    }
}

/// Gives Dee 100 credits and a spend limit of ten a day.
async fn limited(world: &TestApi, shop: &Shop) {
    let of_dee = grant(world, shop, "g4", "dee", 100).await.json();
    let of_dee = of_dee["balance"]["customer_id"].as_str().unwrap();
    let path = format!("/v1/customers/{of_dee}/spend-limit");
    let ten = json!({"cap": 10, "period": "day"});
    assert_eq!(put(world, &path, &shop.key, &ten).await.status, 200);
}

/// Creates an open hold, a captured one, and one that expires within a minute.
async fn holds(world: &TestApi, shop: &Shop) -> [String; 3] {
    let open = holding(world, shop, "h1", 3600).await;
    let captured = holding(world, shop, "h2", 3600).await;
    let capture = format!("/v1/holds/{captured}/capture");
    made(world, shop, ("c", &capture), json!({})).await;
    [open, captured, holding(world, shop, "h3", 60).await]
}

/// Deactivates Bob, suspends a website, and narrows the scopes of a key.
async fn switch_off(world: &TestApi, shop: &Shop, suspended: &Shop) {
    world.get("/v1/me", &world.token("usr_9")).await;
    for (statement, bound) in [
        (
            "UPDATE customers SET user_id = 'usr_9' WHERE website_id = $1 AND external_id = 'bob'",
            &shop.id,
        ),
        (
            "UPDATE users SET is_active = FALSE WHERE id = 'usr_9' AND id <> $1",
            &shop.id,
        ),
        (
            "UPDATE websites SET status = 'suspended' WHERE id = $1",
            &suspended.id,
        ),
        (
            "UPDATE api_keys SET scopes = 'customers.read' WHERE website_id = $1 AND mode = 'test'",
            &shop.id,
        ),
    ] {
        world.sql(statement, &[bound]).await;
    }
}
