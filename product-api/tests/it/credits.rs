//! Tests how credits move over HTTP: shapes, headers, amounts, keys, refusals, and isolation of websites.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// A website with its live and test keys; it has no customers at first.
#[derive(Clone)]
pub(crate) struct Shop {
    pub(crate) id: String,
    pub(crate) key: String,
    pub(crate) test_key: String,
}

impl Shop {
    pub(crate) async fn open(world: &TestApi, owner: &str, name: &str) -> Self {
        let site = world.register(owner, name).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            id: text(&site["website"]["id"]),
            key: text(&site["api_key"]["key"]),
            test_key: text(&site["test_api_key"]["key"]),
        }
    }
}

/// Posts with the idempotency key as given; an empty key omits the header.
pub(crate) async fn post(
    world: &TestApi,
    path: &str,
    credential: &str,
    key: &str,
    body: impl ToString,
) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let mut headers = vec![
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    if !key.is_empty() {
        headers.push(("idempotency-key", key));
    }
    world
        .send(Method::POST, path, &headers, Some(body.to_string()))
        .await
}

pub(crate) async fn grant(
    world: &TestApi,
    shop: &Shop,
    key: &str,
    who: &str,
    amount: i64,
) -> HttpResponse {
    let body = json!({"customer": {"external_id": who}, "amount": amount, "kind": "promo", "reason": "Welcome"});
    let response = post(world, "/v1/grants", &shop.key, key, body).await;
    assert_eq!(response.status, 200, "{response:?}");
    response
}

/// Returns a live transaction as lists and explanations show it to the website that calls its customer by this id.
pub(crate) fn listed(transaction: &Value, external_id: Option<&str>) -> Value {
    let mut listed = transaction.clone();
    listed["mode"] = "live".into();
    listed["customer"] = json!({"external_id": external_id, "email": null, "name": null});
    listed
}

fn spending(amount: &Value) -> Value {
    json!({"customer": {"external_id": "ada"}, "amount": amount, "description": "One picture", "metadata": {"n": 1.5}})
}

pub(crate) async fn spend(world: &TestApi, shop: &Shop, key: &str, amount: i64) -> HttpResponse {
    post(
        world,
        "/v1/spends",
        &shop.key,
        key,
        spending(&amount.into()),
    )
    .await
}

on_both_engines! {
    async fn spend_retry_gets_the_same_bytes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let granted = grant(&world, &shop, "g", "ada", 100).await.json();
        assert_eq!(granted["transaction"]["kind"], "grant");
        assert_eq!(granted["transaction"]["description"], "Welcome");
        let customer = granted["balance"]["customer_id"].as_str().unwrap().to_owned();

        let first = spend(&world, &shop, "s", 5).await;
        assert_eq!((first.status, first.header("content-type")), (200, "application/json"));
        assert_eq!(first.header("idempotency-replayed"), "");
        let outcome = first.json();
        let transaction = &outcome["transaction"];
        assert!(transaction["id"].as_str().unwrap().starts_with("txn_"));
        assert_eq!(*transaction, json!({
            "id": transaction["id"], "kind": "spend", "amount": -5, "balance_after": 95, "customer_id": customer,
            "website": {"id": shop.id, "name": "Pictures"}, "reverses": null, "feature": null, "quantity": null, "price_version": null,
            "description": "One picture", "metadata": {"n": 1.5},
            "booked_at": "2027-01-15T08:00:00.000Z",
        }));
        assert_eq!(outcome["balance"], json!({
            "customer_id": customer, "mode": "live", "unit": "credit", "scale": 0, "posted": 95, "held": 0, "debt": 0,
            "website": {"id": shop.id, "name": "Pictures", "url": "https://shop.example.com"},
            "available": 95, "subscribed": false, "updated_at": "2027-01-15T08:00:00.000Z",
        }));

        // The order of members, white space and the form of the key do not count.
        let same = r#"{ "metadata": {"n":1.50}, "description":"One picture",  "amount":5, "customer":{"external_id":"ada"} }"#;
        for key in ["s", "\"s\""] {
            let again = post(&world, "/v1/spends", &shop.key, key, same).await;
            assert_eq!((again.status, again.header("idempotency-replayed")), (200, "true"));
            assert_eq!(again.body, first.body);
            assert_eq!(again.header("content-type"), first.header("content-type"));
        }
        let balance = world.get(&format!("/v1/customers/{customer}/balance"), &shop.key).await;
        let mut balance = balance.json();
        crate::harness::change(&mut balance, &json!({
            "at": null, "overdraft_limit": null, "spend_limit": null, "lots": null, "lot_count": null, "next_expiry": null,
            "subscription": null, "entitlements": null,
        }));
        assert_eq!(balance, outcome["balance"]);
        let page = world.get(&format!("/v1/customers/{customer}/transactions"), &shop.key).await.json();
        assert_eq!(page["items"], json!([listed(&outcome["transaction"], Some("ada")), listed(&granted["transaction"], Some("ada"))]));
        assert_eq!(page["next_cursor"], Value::Null);
        assert_eq!(world.count("SELECT count(*) FROM entry").await, 4);
    }
}

on_both_engines! {
    async fn insufficient_credits_are_a_402_with_advice(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let short = spend(&world, &shop, "s", 1000).await;
        let body = short.is_problem(402, "insufficient-credits");
        assert_eq!((&body["required"], &body["available"], &body["shortfall"]), (&json!(1000), &json!(100), &json!(900)));
        assert!(body["detail"].as_str().unwrap().contains("new Idempotency-Key"));
        assert_eq!(body["instance"], "/v1/spends");
        grant(&world, &shop, "g2", "ada", 5000).await;
        let again = spend(&world, &shop, "s", 1000).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (402, "true"));
        assert_eq!((again.body.as_str(), again.header("content-type")), (short.body.as_str(), "application/problem+json"));
        assert_eq!(spend(&world, &shop, "s2", 1000).await.status, 200);
    }
}

on_both_engines! {
    // row: L1
    async fn amount_must_be_a_whole_number_in_range(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let amounts = [
            "0", "-1", "1.5", "1.0", "\"1\"", "1e3", "9007199254740992", "9007199254740993", "9223372036854775807",
            "9223372036854775808", "1e400", "true", "[1]",
        ];
        for (index, amount) in amounts.into_iter().enumerate() {
            for path in ["/v1/spends", "/v1/grants"] {
                let kind = if path == "/v1/grants" { r#","kind":"promo""# } else { "" };
                let body = format!(r#"{{"customer":{{"external_id":"ada"}},"amount":{amount}{kind}}}"#);
                let response = post(&world, path, &shop.key, &format!("k{index}{path}"), body).await;
                if amount == "1e400" {
                    // serde_json cannot represent this number, so the server refuses the body as invalid JSON.
                    response.is_problem(400, "invalid-request");
                } else {
                    response.is_problem(422, "amount-out-of-range");
                }
            }
        }
        let largest = post(&world, "/v1/grants", &shop.key, "max", json!({
            "customer": {"external_id": "bob"}, "amount": 9_007_199_254_740_991_i64, "kind": "purchase",
        })).await;
        assert_eq!(largest.json()["balance"]["available"], 9_007_199_254_740_991_i64);
        let over = post(&world, "/v1/grants", &shop.key, "over", json!({
            "customer": {"external_id": "bob"}, "amount": 1, "kind": "purchase",
        })).await;
        over.is_problem(422, "amount-out-of-range");
        assert_eq!(world.count("SELECT count(*) FROM txn").await, 2);
    }
}

on_both_engines! {
    async fn idempotency_key_is_required_and_validated(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        let body = spending(&json!(5));
        post(&world, "/v1/spends", &shop.key, "", &body).await.is_problem(400, "idempotency-key-missing");
        let long = "k".repeat(256);
        for key in ["a b", "\"", "\"a", "\"\"", "\"a\";v=1", "k\u{fc}", long.as_str()] {
            post(&world, "/v1/spends", &shop.key, key, &body).await.is_problem(400, "idempotency-key-invalid");
        }
        let authorization = format!("Bearer {}", shop.key);
        let twice = [("authorization", authorization.as_str()), ("content-type", "application/json"), ("idempotency-key", "a"), ("idempotency-key", "a")];
        world.send(Method::POST, "/v1/spends", &twice, Some(body.to_string())).await.is_problem(400, "idempotency-key-invalid");
        // The server refuses an unauthenticated caller before it looks at the key.
        post(&world, "/v1/spends", "tg_live_nonsense", "", &body).await.is_problem(401, "unauthenticated");

        assert_eq!(spend(&world, &shop, "s", 5).await.status, 200);
        spend(&world, &shop, "s", 6).await.is_problem(422, "idempotency-key-reused");
        let granting = json!({"customer": {"external_id": "ada"}, "amount": 5, "kind": "promo"});
        post(&world, "/v1/grants", &shop.key, "s", granting).await.is_problem(422, "idempotency-key-reused");
        // An invalid shape stores nothing: the same key may be used for the corrected request.
        post(&world, "/v1/spends", &shop.key, "fixed", json!({"amount": 5})).await.is_problem(400, "invalid-request");
        assert_eq!(spend(&world, &shop, "fixed", 5).await.status, 200);
    }
}

on_both_engines! {
    async fn each_wrong_place_is_pointed_at(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let customer = json!({"external_id": "ada"});
        let rows = [
            (json!({"customer": customer, "amount": 5, "credits": 100}), "/credits"),
            (json!({"customer": customer, "amount": 5, "website_id": "web_1"}), "/website_id"),
            (json!({"customer": {"external_id": "ada", "user_id": "usr_2"}, "amount": 5}), "/customer/user_id"),
            (json!({"customer": {}, "amount": 5}), "/customer"),
            (json!({"customer": {"external_id": "a", "email": "a@b.c"}, "amount": 5}), "/customer"),
            (json!({"customer": {"email": "nobody"}, "amount": 5}), "/customer/email"),
            (json!({"customer": customer}), "/amount"),
            (json!({"amount": 5}), "/customer"),
            (json!({"customer": customer, "amount": 5, "description": "a\u{0}b"}), "/description"),
            (json!({"customer": customer, "amount": 5, "description": "x".repeat(501)}), "/description"),
            (json!({"customer": customer, "amount": 5, "metadata": []}), "/metadata"),
            (json!({"customer": customer, "amount": 5, "metadata": {"a": "x".repeat(5000)}}), "/metadata"),
            (json!({"customer": customer, "amount": 5, "metadata": {"a": [7, 1e20]}}), "/metadata/a/1"),
            (json!([]), ""),
        ];
        for (body, pointer) in rows {
            let response = post(&world, "/v1/spends", &shop.key, "k", &body).await;
            assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], pointer, "{body}");
        }
        let granting = |more: Value| {
            let mut body = json!({"customer": customer, "amount": 5, "kind": "promo"});
            crate::harness::change(&mut body, &more);
            body
        };
        let rows = [
            (granting(json!({"kind": "subscription"})), "/kind"),
            (granting(json!({"kind": null})), "/kind"),
            (granting(json!({"priority": 101})), "/priority"),
            (granting(json!({"priority": -1})), "/priority"),
            (granting(json!({"expires_at": "tomorrow"})), "/expires_at"),
            (granting(json!({"expires_at": "2027-01-15T08:00:00Z"})), "/expires_at"),
        ];
        for (body, pointer) in rows {
            let response = post(&world, "/v1/grants", &shop.key, "k", &body).await;
            assert_eq!(response.is_problem(400, "invalid-request")["errors"][0]["pointer"], pointer, "{body}");
        }
        assert_eq!(world.count("SELECT count(*) FROM api_operation").await, 0);
        let body = granting(json!({"expires_at": "2027-01-15T09:00:00.001+01:00", "priority": 100}));
        assert_eq!(post(&world, "/v1/grants", &shop.key, "k", &body).await.status, 200);
    }
}

on_both_engines! {
    async fn foreign_resources_are_absent(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "One").await;
        let two = Shop::open(&world, "usr_2", "Two").await;
        let customer = grant(&world, &one, "g", "ada", 100).await.json()["balance"]["customer_id"].as_str().unwrap().to_owned();
        for path in ["balance", "transactions"] {
            let path = format!("/v1/customers/{customer}/{path}");
            assert_eq!(world.get(&path, &one.key).await.status, 200);
            for foreign in [&two.key, &two.test_key, &one.test_key] {
                world.get(&path, foreign).await.is_problem(404, "not-found");
            }
            let owner = |owner: &'static str, website: &str| {
                let authorization = format!("Bearer {}", world.token(owner));
                let (world, path, website) = (&world, &path, website.to_owned());
                async move {
                    let headers = [("authorization", authorization.as_str()), ("tollgate-website", website.as_str())];
                    world.send(Method::GET, path, &headers, None).await
                }
            };
            assert_eq!(owner("usr_1", &one.id).await.status, 200);
            owner("usr_2", &one.id).await.is_problem(404, "not-found");
            owner("usr_2", &two.id).await.is_problem(404, "not-found");
        }
        let body = json!({"customer": {"id": customer}, "amount": 5});
        for foreign in [&two.key, &two.test_key, &one.test_key] {
            let response = post(&world, "/v1/spends", foreign, "k", &body).await;
            assert_eq!(response.is_problem(404, "not-found")["resource"], "customer");
        }
        assert_eq!(post(&world, "/v1/spends", &one.key, "k", &body).await.status, 200);
        // The names and keys of one website identify other customers and operations at another.
        assert_eq!(spend(&world, &two, "k2", 5).await.status, 402);
    }
}

on_both_engines! {
    async fn credit_operations_require_their_scopes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let granting = json!({"customer": {"external_id": "ada"}, "amount": 100, "kind": "adjustment", "reason": "For the wait"});
        // An owner's token may grant credits, but not spend them.
        let authorization = format!("Bearer {}", world.token("usr_1"));
        let owner = [
            ("authorization", authorization.as_str()), ("tollgate-website", shop.id.as_str()),
            ("content-type", "application/json"), ("idempotency-key", "o"),
        ];
        let granted = world.send(Method::POST, "/v1/grants", &owner, Some(granting.to_string())).await;
        assert_eq!(granted.status, 200, "{granted:?}");
        assert_eq!(granted.json()["transaction"]["description"], "For the wait");
        // A grant by an owner needs a reason; a key's grant below needs none.
        for reason in [json!(null), json!(""), json!(" \u{a0}"), json!("x".repeat(501)), json!("a\nb")] {
            let mut body = granting.clone();
            crate::harness::change(&mut body, &json!({"reason": reason}));
            let refused = world.send(Method::POST, "/v1/grants", &owner, Some(body.to_string())).await;
            assert_eq!(refused.is_problem(400, "invalid-request")["errors"].as_array().unwrap().len(), 1, "{reason}");
        }
        let spent = world.send(Method::POST, "/v1/spends", &owner, Some(spending(&json!(5)).to_string())).await;
        spent.is_problem(403, "insufficient-scope");
        assert_eq!(world.count("SELECT count(*) FROM txn WHERE actor = 'usr_1'").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'credits.granted' AND details LIKE '%For the wait%'").await, 1);
        // The website is absent for another user with the same header.
        let authorization = format!("Bearer {}", world.token("usr_2"));
        let mut other_owner = owner;
        other_owner[0] = ("authorization", authorization.as_str());
        world.send(Method::POST, "/v1/grants", &other_owner, Some(granting.to_string())).await.is_problem(404, "not-found");
        // A key without the scope is refused.
        world.sql("UPDATE api_keys SET scopes = 'customers.read' WHERE mode = 'live' AND website_id = $1", &[&shop.id]).await;
        let body = spend(&world, &shop, "k", 5).await.is_problem(403, "insufficient-scope");
        assert_eq!(body["required_scope"], "credits.spend");
        post(&world, "/v1/grants", &shop.key, "k", &granting).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'credits.spend' WHERE website_id = $1", &[&shop.id]).await;
        assert_eq!(spend(&world, &shop, "k", 5).await.status, 200);
        // A suspended website moves no credits, and a repeated request passes the same checks.
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&shop.id]).await;
        spend(&world, &shop, "k", 5).await.is_problem(403, "website-suspended");
    }
}
