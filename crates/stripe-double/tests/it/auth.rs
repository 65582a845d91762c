//! Keys: unknown, revoked, restricted, and of the other mode.

use serde_json::json;

use crate::world::{ACCOUNT, CallResponse, TestShop};

async fn ask(shop: &TestShop, method: &str, path: &str, key: &str) -> CallResponse {
    let url = format!("{}{path}", shop.base_url);
    let request = shop
        .client
        .request(method.parse().unwrap(), url)
        .bearer_auth(key);
    CallResponse::read(request.send().await.unwrap()).await
}

#[tokio::test]
async fn key_that_is_not_good_gets_401() {
    let shop = TestShop::open().await;
    shop.control(
        "add_key",
        &json!({"account": ACCOUNT, "key": "sk_test_old"}),
    );
    assert_eq!(
        ask(&shop, "GET", "/v1/balance", "sk_test_old").await.status,
        200
    );
    shop.control("revoke_key", &json!({"key": "sk_test_old"}));
    let rows = [
        ("sk_test_unknown", ""),
        ("sk_test_old", "api_key_expired"),
        ("pk_test_1", "secret_key_required"),
        ("", ""),
    ];
    for (key, code) in rows {
        let response = ask(&shop, "GET", "/v1/balance", key).await;
        let expected = (401, "invalid_request_error", code, "");
        assert_eq!(response.error(), expected, "{key}");
        assert!(!response.header("request-id").is_empty());
    }
    let basic = shop.client.get(format!("{}/v1/balance", shop.base_url));
    let basic = basic.basic_auth(&shop.key, Some(""));
    assert_eq!(basic.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn restricted_key_without_a_permission_gets_403_with_its_name() {
    let shop = TestShop::open().await;
    let names = ["rak_customer_read", "rak_product_write"];
    let key = shop.double.add_key(ACCOUNT, false, Some(&names)).unwrap();
    assert!(key.starts_with("rk_test_"));
    let rows = [
        ("GET", "/v1/customers", 200, ""),
        ("POST", "/v1/customers", 403, "rak_customer_write"),
        ("GET", "/v1/products", 200, ""),
        ("POST", "/v1/products", 400, ""),
        ("POST", "/v1/prices", 403, "rak_plan_write"),
        ("POST", "/v1/refunds", 403, "rak_charge_write"),
        (
            "POST",
            "/v1/checkout/sessions/cs_1/expire",
            403,
            "rak_checkout_session_write",
        ),
        ("GET", "/v1/account", 403, ACCOUNT),
        ("POST", "/v1/webhook_endpoints", 403, "rak_webhook_write"),
        (
            "POST",
            "/v1/billing_portal/sessions",
            403,
            "rak_customer_portal_write",
        ),
        ("POST", "/v1/subscriptions", 403, "rak_subscription_write"),
        ("POST", "/v1/invoices", 403, "rak_invoice_write"),
        ("GET", "/v1/events", 403, "rak_event_read"),
    ];
    for (method, path, status, named) in rows {
        let response = ask(&shop, method, path, &key).await;
        assert_eq!(
            response.status, status,
            "{method} {path}: {}",
            response.text
        );
        assert!(
            response.text.contains(named),
            "{method} {path}: {}",
            response.text
        );
        assert!(!response.text.contains(&key));
    }
}

#[tokio::test]
async fn call_that_cannot_succeed_shows_a_permission() {
    let shop = TestShop::open().await;
    let rows = [
        ("/v1/customers/cus_none", 404),
        ("/v1/products", 400),
        ("/v1/prices", 400),
        ("/v1/checkout/sessions", 400),
        ("/v1/refunds", 400),
        ("/v1/charges/ch_none", 404),
        ("/v1/subscriptions", 400),
        ("/v1/subscriptions/sub_none", 404),
        ("/v1/invoices", 400),
        ("/v1/invoices/in_none", 404),
        ("/v1/billing_portal/sessions", 400),
        ("/v1/webhook_endpoints/we_none", 404),
    ];
    for (path, status) in rows {
        assert_eq!(shop.post(path, "").await.status, status, "{path}");
    }
}

#[tokio::test]
async fn modes_share_no_objects() {
    let shop = TestShop::open().await;
    let live = shop.double.add_key(ACCOUNT, true, None).unwrap();
    assert!(live.starts_with("sk_live_"));
    let customer = shop.customer().await;
    let path = format!("/v1/customers/{customer}");
    let response = ask(&shop, "GET", &path, &live).await;
    assert_eq!(
        response.error(),
        (404, "invalid_request_error", "resource_missing", "id")
    );
    assert!(
        response
            .text
            .contains("a similar object exists in test mode"),
        "{}",
        response.text
    );
    assert_eq!(
        ask(&shop, "GET", "/v1/balance", &live).await.body["livemode"],
        true
    );
    assert_eq!(shop.get("/v1/balance").await.body["livemode"], false);
    assert_eq!(
        ask(&shop, "GET", "/v1/account", &live).await.body["id"],
        ACCOUNT
    );
}
