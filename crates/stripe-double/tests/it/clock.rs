//! The double's own clock: what is due happens when it is advanced.

use serde_json::json;

use crate::world::{START, TestShop};

#[tokio::test]
async fn session_expires_at_its_time() {
    let shop = TestShop::open().await;
    let session = shop.session(&format!("expires_at={}", START + 3_600)).await;
    let id = session["id"].as_str().unwrap();
    shop.double.pay_session(id, "declined").unwrap();
    let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent");
    shop.advance(3_599);
    assert_eq!(shop.get(&path).await.ok()["status"], "open");
    shop.advance(1);
    let expired = shop.get(&path).await.ok();
    assert_eq!(
        (&expired["status"], &expired["url"]),
        (&json!("expired"), &json!(null))
    );
    assert_eq!(expired["payment_intent"]["status"], "canceled");
    assert!(shop.double.pay_session(id, "pays").is_err());
    let event = shop.get("/v1/events?limit=1").await.ok()["data"][0].clone();
    assert_eq!(
        (&event["type"], &event["created"]),
        (&json!("checkout.session.expired"), &json!(START + 3_600))
    );
}

#[tokio::test]
async fn session_is_expired_by_a_call_once() {
    let shop = TestShop::open().await;
    let id = shop.session("").await["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/checkout/sessions/{id}/expire");
    assert_eq!(shop.post(&path, "").await.ok()["status"], "expired");
    assert_eq!(shop.post(&path, "").await.status, 400);
    shop.advance(86_400);
    let types = shop.event_types().await;
    assert_eq!(
        types
            .iter()
            .filter(|name| *name == "checkout.session.expired")
            .count(),
        1
    );
}

#[tokio::test]
async fn delayed_payment_ends_after_three_minutes() {
    let rows = [
        (
            "delayed_success",
            "paid",
            "succeeded",
            "checkout.session.async_payment_succeeded",
            965,
        ),
        (
            "delayed_failure",
            "unpaid",
            "requires_payment_method",
            "checkout.session.async_payment_failed",
            0,
        ),
    ];
    for (method, payment, intent, event, balance) in rows {
        let shop = TestShop::open().await;
        let id = shop.session("invoice_creation[enabled]=true").await["id"]
            .as_str()
            .unwrap()
            .to_owned();
        shop.double.pay_session(&id, method).unwrap();
        let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent");
        shop.advance(179);
        let session = shop.get(&path).await.ok();
        assert_eq!(
            (&session["status"], &session["payment_status"]),
            (&json!("complete"), &json!("unpaid"))
        );
        assert_eq!(session["invoice"], json!(null));
        shop.advance(1);
        let session = shop.get(&path).await.ok();
        assert_eq!(session["payment_status"], payment, "{method}");
        assert_eq!(session["payment_intent"]["status"], intent, "{method}");
        assert_eq!(session["invoice"].is_null(), balance == 0);
        assert_eq!(shop.event_types().await.last().unwrap(), event);
        let pending = shop.get("/v1/balance").await.ok()["pending"][0]["amount"].clone();
        assert_eq!(pending, balance, "{method}");
    }
}

#[tokio::test]
async fn card_is_disputed_or_reported_a_minute_later() {
    let rows = [
        (
            "disputed_later",
            "charge.dispute.funds_withdrawn",
            "/v1/disputes",
            "needs_response",
        ),
        (
            "inquired_later",
            "charge.dispute.created",
            "/v1/disputes",
            "warning_needs_response",
        ),
        (
            "fraud_warning",
            "radar.early_fraud_warning.created",
            "/v1/radar/early_fraud_warnings",
            "",
        ),
    ];
    for (method, event, list, status) in rows {
        let shop = TestShop::open().await;
        let charge = shop.paid_charge(method).await;
        assert_eq!(shop.get(list).await.ok()["data"], json!([]), "{method}");
        shop.advance(60);
        let found = shop.get(list).await.ok()["data"][0].clone();
        assert_eq!(found["charge"], charge["id"], "{method}");
        assert_eq!(found["status"].as_str().unwrap_or_default(), status);
        assert_eq!(shop.event_types().await.last().unwrap(), event);
    }
}

#[tokio::test]
async fn money_is_available_after_a_week() {
    let shop = TestShop::open().await;
    shop.paid_charge("pays").await;
    let balance = |name: &'static str| {
        let shop = &shop;
        async move {
            shop.get("/v1/balance").await.ok()[name][0]["amount"]
                .as_i64()
                .unwrap()
        }
    };
    assert_eq!(
        (balance("pending").await, balance("available").await),
        (960, 0)
    );
    shop.advance(7 * 86_400);
    assert_eq!(
        (balance("pending").await, balance("available").await),
        (0, 960)
    );
    let listed = shop.get("/v1/balance_transactions").await.ok();
    assert_eq!(listed["data"][0]["status"], "available");
}

#[tokio::test]
async fn response_has_the_date_of_the_double() {
    let shop = TestShop::open().await;
    shop.advance(86_400);
    let response = shop.get("/v1/balance").await;
    let expected = foundation::Timestamp::from_seconds(START + 86_400).to_http_date();
    assert_eq!(response.header("date"), expected);
}
