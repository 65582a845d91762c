//! Tests explanations of transactions over HTTP: every part of every kind, and who may see them.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, listed, post};
use crate::features::{priced, put};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

async fn explained(world: &TestApi, key: &str, outcome: &Value) -> Value {
    let id = outcome["id"].as_str().unwrap();
    let response = world.get(&format!("/v1/transactions/{id}"), key).await;
    assert_eq!(response.status, 200, "{response:?}");
    let response = response.json();
    assert_eq!(response["transaction"], listed(outcome, None));
    let entries = response["entries"].as_array().unwrap();
    let sum: i64 = entries
        .iter()
        .map(|entry| entry["amount"].as_i64().unwrap())
        .sum();
    assert!(sum == 0 && entries.len() >= 2, "{response}");
    response
}

async fn owner_grants(world: &TestApi, shop: &Shop) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", shop.id.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", "by-hand"),
    ];
    let body = json!({"customer": {"sub": "usr_9"}, "amount": 20, "kind": "adjustment", "reason": "For the wait"});
    world
        .send(Method::POST, "/v1/grants", &headers, Some(body.to_string()))
        .await
}

on_both_engines! {
    async fn each_entry_of_each_kind_is_explained(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        priced(&world, &shop.key, "image", 3, 2).await;
        let scoped = json!({"customer": {"sub": "usr_9"}, "amount": 5, "kind": "purchase", "feature": "image",
            "expires_at": "2027-01-15T09:00:00Z"});
        let first = post(&world, "/v1/grants", &shop.key, "scoped", scoped).await.json();
        let outcome = explained(&world, &shop.key, &first["transaction"]).await;
        assert_eq!(outcome["entries"], json!([
            {"account": "wallet", "amount": 5, "balance_after": 5}, {"account": "issued.purchase", "amount": -5, "balance_after": null},
        ]));
        assert_eq!(outcome["lots"], json!([{
            "kind": "purchase", "amount": 5, "expires_at": "2027-01-15T09:00:00.000Z", "feature": "image",
            "transaction_id": first["transaction"]["id"],
        }]));
        assert_eq!((&outcome["price"], &outcome["reverses"], &outcome["reversals"]), (&Value::Null, &Value::Null, &json!([])));
        let by_hand = owner_grants(&world, &shop).await.json();
        let outcome = explained(&world, &shop.key, &by_hand["transaction"]).await;
        assert!(outcome["actor"]["jti"].is_string(), "{outcome}");
        assert_eq!(outcome["actor"], json!({"kind": "user", "id": "usr_1", "key_prefix": null, "client_id": "web", "session_id": "sid-usr_1", "jti": outcome["actor"]["jti"]}));
        assert_eq!(outcome["cause"], json!({"kind": "request", "idempotency_key": "by-hand", "reference": null, "hold": null}));

        let spent = post(&world, "/v1/spends", &shop.key, "s", json!({"customer": {"sub": "usr_9"}, "feature": "image", "quantity": 6})).await.json();
        let outcome = explained(&world, &shop.key, &spent["transaction"]).await;
        assert_eq!((&outcome["price"]["version"], &outcome["price"]["credits"], &outcome["price"]["per_units"]), (&json!(1), &json!(3), &json!(2)));
        let lots: Vec<_> = outcome["lots"].as_array().unwrap().iter().map(|lot| (lot["kind"].clone(), lot["amount"].clone())).collect();
        assert_eq!(lots, [(json!("purchase"), json!(-5)), (json!("adjustment"), json!(-4))]);
        assert_eq!(outcome["actor"]["kind"], "key");
        assert!(outcome["actor"]["id"].as_str().unwrap().starts_with("key_"));
        assert!(shop.key.starts_with(outcome["actor"]["key_prefix"].as_str().unwrap()));
        assert_eq!(outcome["actor"]["client_id"], Value::Null);

        let response = post(&world, "/v1/holds", &shop.key, "h", json!({"customer": {"sub": "usr_9"}, "amount": 3})).await.json();
        let hold = response["hold"]["id"].as_str().unwrap();
        let captured = post(&world, &format!("/v1/holds/{hold}/capture"), &shop.key, "c", json!({"amount": 2})).await.json();
        let outcome = explained(&world, &shop.key, &captured["transaction"]).await;
        assert_eq!((&outcome["cause"]["kind"], &outcome["cause"]["hold"]), (&json!("request"), &json!(hold)));

        // The lot of a grant that repays debt keeps less.
        let customer = spent["transaction"]["customer_id"].as_str().unwrap();
        let limit = put(&world, &format!("/v1/customers/{customer}/overdraft-limit"), &shop.key, &json!({"limit": 50})).await;
        assert_eq!(limit.status, 200, "{limit:?}");
        let over = post(&world, "/v1/spends", &shop.key, "over", json!({"customer": {"sub": "usr_9"}, "amount": 24})).await.json();
        let outcome = explained(&world, &shop.key, &over["transaction"]).await;
        assert_eq!(outcome["entries"], json!([
            {"account": "wallet", "amount": -14, "balance_after": 0}, {"account": "debt", "amount": -10, "balance_after": 10},
            {"account": "spent", "amount": 24, "balance_after": null},
        ]));
        let granting = json!({"customer": {"sub": "usr_9"}, "amount": 25, "kind": "promo", "expires_at": "2027-01-15T10:00:00Z"});
        let granted = post(&world, "/v1/grants", &shop.key, "repays", granting).await.json();
        let outcome = explained(&world, &shop.key, &granted["transaction"]).await;
        assert_eq!((&outcome["lots"][0]["amount"], &outcome["entries"][1]["account"]), (&json!(15), &json!("debt")));
        world.clock.advance(Duration::from_hours(3));
        product_api::sweep::once(&world.app).await.unwrap();
        let page = world.get(&format!("/v1/customers/{customer}/transactions?limit=1"), &shop.key).await.json();
        let outcome = explained(&world, &shop.key, &page["items"][0]).await;
        assert_eq!((&outcome["cause"]["kind"], &outcome["actor"]["kind"]), (&json!("expiry"), &json!("system")));
        assert_eq!((&outcome["lots"][0]["amount"], &outcome["actor"]["id"]), (&json!(-15), &Value::Null));
    }
}

on_both_engines! {
    // row: K1
    async fn foreign_transaction_is_absent(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let granting = json!({"customer": {"sub": "usr_9"}, "amount": 5, "kind": "promo"});
        let granted = post(&world, "/v1/grants", &one.key, "g", granting.clone()).await.json();
        post(&world, "/v1/grants", &two.key, "g", granting).await;
        grant(&world, &one, "other", "somebody else", 7).await;
        let id = granted["transaction"]["id"].as_str().unwrap();
        let (site, mine) = (format!("/v1/transactions/{id}"), format!("/v1/me/transactions/{id}"));
        assert_eq!(world.get(&site, &one.key).await.status, 200);
        let absent = world.get("/v1/transactions/txn_none", &one.key).await;
        assert_eq!(absent.is_problem(404, "not-found")["resource"], "transaction");
        for foreign in [&two.key, &two.test_key, &one.test_key] {
            let response = world.get(&site, foreign).await.is_problem(404, "not-found");
            assert_eq!((&response["resource"], &response["detail"]), (&json!("transaction"), &absent.json()["detail"]));
        }
        for (owner, website, status) in [("usr_2", &one.id, 404), ("usr_2", &two.id, 404), ("usr_1", &one.id, 200)] {
            let authorization = format!("Bearer {}", world.token(owner));
            let headers = [("authorization", authorization.as_str()), ("tollgate-website", website.as_str())];
            assert_eq!(world.send(Method::GET, &site, &headers, None).await.status, status);
        }
        // The user sees the transaction without the website's internal data; no other user sees it.
        let outcome = world.get(&mine, &world.token("usr_9")).await;
        assert_eq!(outcome.status, 200, "{outcome:?}");
        let outcome = outcome.json();
        let mut own = listed(&granted["transaction"], None);
        own["customer"] = Value::Null;
        assert_eq!(outcome["transaction"], own);
        assert_eq!(outcome["actor"], json!({"kind": "key", "id": null, "key_prefix": null, "client_id": null, "session_id": null, "jti": null}));
        assert_eq!(outcome["cause"]["idempotency_key"], Value::Null);
        assert_eq!((outcome["entries"].as_array().unwrap().len(), &outcome["lots"][0]["amount"]), (2, &json!(5)));
        world.get(&mine, &world.token("usr_8")).await.is_problem(404, "not-found");
        let client = |website: &'static str| {
            let world = &world;
            async move {
                let client: String = world.text(if website == "One" { "SELECT client_id FROM websites WHERE name = 'One'" } else { "SELECT client_id FROM websites WHERE name = 'Two'" }).await;
                world.token_with("usr_9", &json!({"client_id": client, "scope": "openid credits.read"}))
            }
        };
        assert_eq!(world.get(&mine, &client("One").await).await.status, 200);
        world.get(&mine, &client("Two").await).await.is_problem(404, "not-found");
        world.get(&mine, &one.key).await.is_problem(403, "insufficient-scope");
        let narrow = world.token_with("usr_9", &json!({"scope": "openid profile"}));
        world.get(&mine, &narrow).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&one.id]).await;
        world.get(&site, &one.key).await.is_problem(403, "insufficient-scope");
    }
}
