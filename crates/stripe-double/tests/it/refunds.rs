//! Refunds: full, partial, pending, failed, and refused.

use serde_json::json;

use crate::world::TestShop;

#[tokio::test]
async fn charge_is_refunded_in_parts() {
    let shop = TestShop::open().await;
    let charge = shop.paid_charge("pays").await;
    let id = charge["id"].as_str().unwrap();
    let path = format!("/v1/charges/{id}?expand[]=refunds");
    let form =
        format!("charge={id}&amount=300&reason=requested_by_customer&metadata[tollgate]=rfd_1");
    let first = shop.post("/v1/refunds", &form).await.ok();
    assert_eq!(
        (&first["amount"], &first["status"]),
        (&json!(300), &json!("succeeded"))
    );
    assert_eq!(first["metadata"], json!({"tollgate": "rfd_1"}));
    let after = shop.get(&path).await.ok();
    assert_eq!(
        (&after["amount_refunded"], &after["refunded"]),
        (&json!(300), &json!(false))
    );
    let too_much = shop
        .post("/v1/refunds", &format!("charge={id}&amount=701"))
        .await;
    assert_eq!(
        too_much.error(),
        (400, "invalid_request_error", "", "amount")
    );
    let zero = shop
        .post("/v1/refunds", &format!("charge={id}&amount=0"))
        .await;
    assert_eq!(zero.error().2, "parameter_invalid_integer");
    let intent = charge["payment_intent"].as_str().unwrap();
    let rest = shop
        .post("/v1/refunds", &format!("payment_intent={intent}"))
        .await
        .ok();
    assert_eq!(rest["amount"], 700);
    let after = shop.get(&path).await.ok();
    assert_eq!(
        (&after["amount_refunded"], &after["refunded"]),
        (&json!(1000), &json!(true))
    );
    assert_eq!(after["refunds"]["data"].as_array().unwrap().len(), 2);
    let more = shop.post("/v1/refunds", &format!("charge={id}")).await;
    assert_eq!(more.error().2, "charge_already_refunded");
    for query in [format!("charge={id}"), format!("payment_intent={intent}")] {
        let listed = shop.get(&format!("/v1/refunds?{query}")).await.ok();
        assert_eq!(listed["data"].as_array().unwrap().len(), 2);
    }
    let path = format!(
        "/v1/balance_transactions/{}",
        first["balance_transaction"].as_str().unwrap()
    );
    let transaction = shop.get(&path).await.ok();
    assert_eq!(
        (&transaction["amount"], &transaction["type"]),
        (&json!(-300), &json!("refund"))
    );
    let types = shop.event_types().await;
    assert_eq!(
        types[types.len() - 2..],
        ["refund.created", "charge.refunded"]
    );
}

#[tokio::test]
async fn refund_ends_later_by_its_card() {
    // method, first and last status, what stays refunded, last event
    let rows = [
        (
            "refund_pending",
            "pending",
            "succeeded",
            1000,
            "charge.refund.updated",
        ),
        ("refund_fails", "succeeded", "failed", 0, "charge.updated"),
    ];
    for (method, first, last, refunded, event) in rows {
        let shop = TestShop::open().await;
        let charge = shop.paid_charge(method).await;
        let id = charge["id"].as_str().unwrap();
        let refund = shop.post("/v1/refunds", &format!("charge={id}")).await.ok();
        assert_eq!(refund["status"], first);
        shop.advance(60);
        let path = format!("/v1/refunds/{}", refund["id"].as_str().unwrap());
        let refund = shop.get(&path).await.ok();
        assert_eq!(refund["status"], last, "{method}");
        let after = shop.get(&format!("/v1/charges/{id}")).await.ok();
        assert_eq!(after["amount_refunded"], refunded, "{method}");
        assert_eq!(after["refunded"], refunded == 1000);
        assert_eq!(shop.event_types().await.last().unwrap(), event);
        if last == "failed" {
            assert!(refund["failure_balance_transaction"].is_string());
            assert!(
                shop.event_types()
                    .await
                    .contains(&"refund.failed".to_owned())
            );
            let balance = shop.get("/v1/balance").await.ok();
            assert_eq!(balance["pending"][0]["amount"], 960, "the money is back");
        }
    }
}

#[tokio::test]
async fn refund_without_money_to_give_back_is_refused() {
    let shop = TestShop::open().await;
    let session = shop.session("").await;
    let id = session["id"].as_str().unwrap();
    shop.double.pay_session(id, "declined").unwrap();
    let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent");
    let intent = shop.get(&path).await.ok()["payment_intent"].clone();
    let form = format!("payment_intent={}", intent["id"].as_str().unwrap());
    let refused = shop.post("/v1/refunds", &form).await;
    assert_eq!(refused.error().2, "payment_intent_unexpected_state");
    let form = format!("charge={}", intent["latest_charge"].as_str().unwrap());
    assert_eq!(
        shop.post("/v1/refunds", &form).await.error().2,
        "charge_not_refundable"
    );
    let charge = shop.paid_charge("pays").await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    shop.control("open_dispute", &json!({"charge": charge}));
    let disputed = shop.post("/v1/refunds", &format!("charge={charge}")).await;
    assert_eq!(disputed.error().2, "charge_disputed");
    let charge = shop.paid_charge("pays").await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    shop.control(
        "open_dispute",
        &json!({"charge": charge, "is_inquiry": true}),
    );
    let inquiry = shop.post("/v1/refunds", &format!("charge={charge}")).await;
    assert_eq!(inquiry.status, 200, "an inquiry can end with a refund");
}

#[tokio::test]
async fn full_refund_settles_a_fraud_warning() {
    let shop = TestShop::open().await;
    let charge = shop.paid_charge("fraud_warning").await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    shop.advance(60);
    let list = format!("/v1/radar/early_fraud_warnings?charge={charge}");
    assert_eq!(shop.get(&list).await.ok()["data"][0]["actionable"], true);
    shop.post("/v1/refunds", &format!("charge={charge}&amount=999"))
        .await
        .ok();
    assert_eq!(shop.get(&list).await.ok()["data"][0]["actionable"], true);
    shop.control("refund_charge", &json!({"charge": charge}));
    assert_eq!(shop.get(&list).await.ok()["data"][0]["actionable"], false);
    let types = shop.event_types().await;
    assert_eq!(types.last().unwrap(), "radar.early_fraud_warning.updated");
}
