//! Faults of calls: lost responses, limits, errors and slowness.

use serde_json::json;

use crate::world::TestShop;

async fn customers(shop: &TestShop) -> usize {
    shop.get("/v1/customers").await.ok()["data"]
        .as_array()
        .unwrap()
        .len()
}

#[tokio::test]
async fn response_is_lost_before_or_after_the_effect() {
    for (kind, created) in [("lost_before", 0), ("lost_after", 1)] {
        let shop = TestShop::open().await;
        shop.control(
            "add_fault",
            &json!({"call": "POST /v1/customers", "kind": kind}),
        );
        let request = shop
            .request("POST", "/v1/customers")
            .header("idempotency-key", "k")
            .header("content-type", "application/x-www-form-urlencoded")
            .body("name=Ann");
        assert!(request.send().await.is_err(), "{kind}");
        assert_eq!(customers(&shop).await, created, "{kind}");
        let again = shop
            .post_with("/v1/customers", "name=Ann", &[("idempotency-key", "k")])
            .await;
        assert_eq!(again.header("idempotent-replayed") == "true", created == 1);
        assert_eq!(customers(&shop).await, 1, "{kind}");
    }
}

#[tokio::test]
async fn fault_applies_the_requested_number_of_times() {
    let shop = TestShop::open().await;
    let fault = json!({"call": "POST /v1/customers", "times": 2, "kind": "rate_limited"});
    shop.control("add_fault", &fault);
    assert_eq!(shop.get("/v1/customers").await.status, 200, "another call");
    for _ in 0..2 {
        let response = shop
            .post_with("/v1/customers", "", &[("idempotency-key", "k")])
            .await;
        assert_eq!(
            response.error(),
            (429, "invalid_request_error", "rate_limit", "")
        );
        assert_eq!(response.header("stripe-rate-limited-reason"), "global-rate");
    }
    let response = shop
        .post_with("/v1/customers", "", &[("idempotency-key", "k")])
        .await;
    assert_eq!(
        (response.status, response.header("idempotent-replayed")),
        (200, "")
    );
    shop.control(
        "add_fault",
        &json!({"times": 9, "kind": "server_error_before"}),
    );
    assert_eq!(shop.get("/v1/balance").await.status, 500);
    shop.control("clear_faults", &json!({}));
    assert_eq!(shop.get("/v1/balance").await.status, 200);
    shop.control("add_fault", &json!({"kind": {"slow": 1}}));
    assert_eq!(shop.get("/v1/balance").await.status, 200);
}

#[tokio::test]
async fn figures_count_calls_and_money() {
    let shop = TestShop::open().await;
    let charge = shop.paid_charge("pays").await;
    let form = format!("charge={}&amount=1", charge["id"].as_str().unwrap());
    shop.post("/v1/refunds", &form).await.ok();
    let session = shop.session("").await;
    shop.double
        .pay_session(session["id"].as_str().unwrap(), "declined")
        .unwrap();
    let figures = shop.double.figures().unwrap()["acct_pretend/test"].clone();
    assert_eq!(
        figures["charges"]["succeeded"]["eur"],
        json!({"count": 1, "amount": 1000})
    );
    assert_eq!(
        figures["charges"]["failed"]["eur"],
        json!({"count": 1, "amount": 1000})
    );
    assert_eq!(
        figures["refunds"]["succeeded"]["eur"],
        json!({"count": 1, "amount": 1})
    );
    assert_eq!(figures["calls"]["POST /v1/checkout/sessions"], 2);
    assert_eq!(figures["objects"]["checkout.session"], 2);
}
