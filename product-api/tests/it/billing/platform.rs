//! Tests the platform's own sales: the operator connects a Stripe account for them, and users buy.

use reqwest::Method;
use serde_json::{Value, json};

use super::sales::{call, pay, text};
use super::stripe::{ACCOUNT, as_owner, call_stripe, connect_with, whole_key};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

/// Calls an operation for the platform in a mode.
async fn for_platform_in(
    world: &TestApi,
    mode: &str,
    token: &str,
    operation: &str,
    body: Option<&Value>,
) -> HttpResponse {
    let (method, path) = operation.split_once(' ').unwrap();
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("tollgate-website", "platform"),
        ("tollgate-mode", mode),
    ];
    let method: Method = method.parse().unwrap();
    let body = body.map(ToString::to_string);
    world.send(method, path, &headers, body).await
}

/// Calls an operation for the platform in test mode.
async fn for_platform(
    world: &TestApi,
    token: &str,
    operation: &str,
    body: Option<&Value>,
) -> HttpResponse {
    for_platform_in(world, "test", token, operation, body).await
}

async fn as_operator_in(
    world: &TestApi,
    mode: &str,
    operation: &str,
    body: Option<&Value>,
) -> Value {
    let token = operator_token(world);
    let response = for_platform_in(world, mode, &token, operation, body).await;
    assert!(response.status < 300, "{operation}: {response:?}");
    response.json()
}

async fn as_operator(world: &TestApi, operation: &str, body: Option<&Value>) -> Value {
    as_operator_in(world, "test", operation, body).await
}

/// Connects the account of most tests in a mode; returns the response.
async fn connect_in(world: &TestApi, mode: &str) -> Value {
    let key = whole_key(world, ACCOUNT, mode == "live");
    let body = json!({"mode": mode, "api_key": key});
    as_operator_in(world, mode, "POST /v1/stripe-connections", Some(&body)).await
}

/// Sells the pack `small` in a mode: 500 credits for 10.00 euros.
async fn sell_in(world: &TestApi, mode: &str) {
    let pack = json!({"name": "Small"});
    as_operator_in(world, mode, "PUT /v1/packs/small", Some(&pack)).await;
    let version = json!({"credits": 500, "prices": [{"currency": "eur", "amount_minor": 1000}]});
    let operation = "PUT /v1/packs/small/versions/1";
    as_operator_in(world, mode, operation, Some(&version)).await;
    product_api::billing::sync_catalog(&world.app)
        .await
        .unwrap();
}

on_both_engines! {
    async fn operator_connects_an_account_and_users_buy_from_the_platform(world: TestApi) {
        let connected = connect_in(&world, "test").await;
        assert_eq!(connected["connection"]["is_linked"], true);
        let id = text(&connected["connection"]["id"]);
        assert_eq!(world.text("SELECT owner_kind FROM stripe_connection").await, "platform");
        let listed = as_operator(&world, "GET /v1/stripe-connections", None).await;
        assert_eq!(listed["items"], json!([connected["connection"]]));
        assert_eq!(as_operator(&world, "GET /v1/billing/settings", None).await["connection"], id.as_str());
        sell_in(&world, "test").await;

        let buyer = world.token_with("usr_9", &json!({"scope": "openid credits.read credits.buy"}));
        let catalog = world.get("/v1/me/catalog?mode=test", &buyer).await.json();
        assert_eq!((&catalog["website"], &catalog["packs"][0]["code"]), (&Value::Null, &json!("small")));
        let wanted = json!({"mode": "test", "pack": "small", "success_url": world.issuer.url, "cancel_url": world.issuer.url});
        let started = call(&world, "POST /v1/me/checkout-sessions", &buyer, "k", &wanted).await;
        assert_eq!(started.status, 200, "{started:?}");
        let checkout = started.json();
        assert_eq!((&checkout["website_id"], &checkout["customer_id"], &checkout["mode"]), (&Value::Null, &Value::Null, &json!("test")));
        pay(&world, &checkout, "pays");
        let sync = format!("POST /v1/me/checkout-sessions/{}/sync", text(&checkout["id"]));
        let paid = call(&world, &sync, &buyer, "", &Value::Null).await.json();
        assert_eq!(paid["state"], "completed", "{paid}");
        let payments = as_operator(&world, "GET /v1/payments", None).await;
        assert_eq!(payments["items"][0]["id"], paid["payment_id"]);
        let refund = json!({"what": "full"});
        let authorization = format!("Bearer {}", operator_token(&world));
        let headers = [
            ("authorization", authorization.as_str()), ("content-type", "application/json"), ("tollgate-website", "platform"),
            ("tollgate-mode", "test"), ("idempotency-key", "r"),
        ];
        let path = format!("/v1/payments/{}/refunds", text(&paid["payment_id"]));
        let refunded = world.send(Method::POST, &path, &headers, Some(refund.to_string())).await;
        assert_eq!((refunded.status, &refunded.json()["payment"]["credits_taken_back"]), (200, &json!(500)), "{refunded:?}");
        assert_eq!(as_operator(&world, "GET /v1/billing/inbox", None).await["dead"], 0);
        let audited = "SELECT count(*) FROM audit WHERE action IN ('stripe.connected', 'pack.saved', 'payment.refunded') AND website_id IS NULL";
        assert_eq!(world.count(audited).await, 3);
        let end = format!("POST /v1/stripe-connections/{id}/disconnect");
        assert_eq!(as_operator(&world, &end, None).await["state"], "disconnected");
    }
}

on_both_engines! {
    async fn only_the_operator_acts_for_the_platform(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        let connected = as_operator(&world, "POST /v1/stripe-connections", Some(&body)).await;
        let id = text(&connected["connection"]["id"]);
        let owner = world.token("usr_1");
        for operation in ["GET /v1/stripe-connections", "GET /v1/billing/settings", "GET /v1/packs", "GET /v1/payments", "GET /v1/disputes"] {
            for_platform(&world, &owner, operation, None).await.is_problem(403, "insufficient-scope");
            for_platform(&world, &shop.test_key, operation, None).await.is_problem(404, "not-found");
        }
        // A scope alone makes no operator.
        let scoped = world.token_with("usr_1", &json!({"scope": "openid operator websites"}));
        for_platform(&world, &scoped, "GET /v1/packs", None).await.is_problem(403, "insufficient-scope");
        // The name is no website elsewhere, not even for the operator.
        for_platform(&world, &operator_token(&world), "GET /v1/customers", None).await.is_problem(404, "not-found");
        for_platform(&world, &owner, "GET /v1/customers", None).await.is_problem(404, "not-found");
        let site = (shop.id.as_str(), "test");
        as_owner(&world, "usr_1", site, &format!("GET /v1/stripe-connections/{id}"), None).await.is_problem(404, "not-found");
        let mine = json!({"mode": "test", "api_key": whole_key(&world, ACCOUNT, false)});
        connect_with(&world, "usr_1", &shop.id, &mine).await.is_problem(409, "stripe-account-taken");
    }
}

on_both_engines! {
    async fn user_is_shown_with_the_customer_of_the_live_platform(world: TestApi) {
        let buyer = world.token_with("usr_9", &json!({"scope": "openid credits.read credits.buy"}));
        let shown = "SELECT COALESCE(stripe_customer_id, '') FROM users WHERE id = 'usr_9'";
        for mode in ["test", "live"] {
            connect_in(&world, mode).await;
            sell_in(&world, mode).await;
            // A user who sets an automatic top-up becomes a customer at Stripe.
            let rule = json!({
                "mode": mode, "pack": "small", "threshold": 100, "month_max_minor": 5_000, "month_max_count": 5,
                "consent": "Buy 500 credits for 10.00 EUR below 100 credits, for at most 50.00 EUR a month.",
            });
            let set = call(&world, "PUT /v1/me/top-up", &buyer, "", &rule).await;
            assert_eq!(set.status, 200, "{mode}: {set:?}");
            let page = call_stripe(&world, ACCOUNT, mode == "live", "GET /v1/customers?limit=100").await;
            let customers = page["data"].as_array().unwrap();
            assert_eq!(customers.len(), 1, "{mode}: {page}");
            let expected = if mode == "live" { text(&customers[0]["id"]) } else { String::new() };
            assert_eq!(world.text(shown).await, expected, "{mode}");
        }
    }
}
