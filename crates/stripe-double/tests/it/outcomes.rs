//! Outcomes of payments by method.

use serde_json::{Value, json};

use crate::world::TestShop;

/// Method and result; statuses of the session, its payment, the intent and the charge.
const OUTCOMES: [(&str, &str, &str, &str, &str, &str); 12] = [
    (
        "pays",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
    (
        "declined",
        "declined",
        "open",
        "unpaid",
        "requires_payment_method",
        "failed",
    ),
    (
        "no_funds",
        "declined",
        "open",
        "unpaid",
        "requires_payment_method",
        "failed",
    ),
    (
        "expired_card",
        "declined",
        "open",
        "unpaid",
        "requires_payment_method",
        "failed",
    ),
    (
        "must_confirm",
        "must_confirm",
        "open",
        "unpaid",
        "requires_action",
        "",
    ),
    (
        "later_charges_fail",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
    (
        "delayed_success",
        "completed",
        "complete",
        "unpaid",
        "processing",
        "pending",
    ),
    (
        "delayed_failure",
        "completed",
        "complete",
        "unpaid",
        "processing",
        "pending",
    ),
    (
        "disputed_later",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
    (
        "fraud_warning",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
    (
        "refund_pending",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
    (
        "refund_fails",
        "completed",
        "complete",
        "paid",
        "succeeded",
        "succeeded",
    ),
];

/// Pays a new session with a method and returns the session with its intent and charge.
async fn outcome(shop: &TestShop, method: &str, result: &str) -> Value {
    let session = shop.session("").await;
    let id = session["id"].as_str().unwrap();
    assert_eq!(
        shop.double.pay_session(id, method).unwrap(),
        result,
        "{method}"
    );
    let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent.latest_charge");
    shop.get(&path).await.ok()
}

#[tokio::test]
async fn outcome_of_a_payment_depends_on_the_method() {
    for (method, result, status, payment, intent, charge) in OUTCOMES {
        let shop = TestShop::open().await;
        let session = outcome(&shop, method, result).await;
        let found = &session["payment_intent"];
        assert_eq!(session["status"], status, "{method}");
        assert_eq!(session["payment_status"], payment, "{method}");
        assert_eq!(found["status"], intent, "{method}");
        let found = found["latest_charge"]["status"]
            .as_str()
            .unwrap_or_default();
        assert_eq!(found, charge, "{method}");
    }
}

#[tokio::test]
async fn paid_session_has_its_objects_and_events() {
    let shop = TestShop::open().await;
    let session = outcome(&shop, "pays", "completed").await;
    let intent = &session["payment_intent"];
    let charge = &intent["latest_charge"];
    assert_eq!(
        (&intent["amount"], &intent["amount_received"]),
        (&json!(1000), &json!(1000))
    );
    assert_eq!(charge["payment_method_details"]["card"]["last4"], "4242");
    assert_eq!(charge["payment_intent"], intent["id"]);
    assert_eq!(session["url"], json!(null));
    let path = format!(
        "/v1/balance_transactions?source={}",
        charge["id"].as_str().unwrap()
    );
    let transaction = shop.get(&path).await.ok()["data"][0].clone();
    assert_eq!(transaction["id"], charge["balance_transaction"]);
    let money = ["amount", "fee", "net"].map(|name| transaction[name].as_i64().unwrap());
    assert_eq!(money, [1000, 40, 960]);
    assert_eq!(
        (&transaction["type"], &transaction["status"]),
        (&json!("charge"), &json!("pending"))
    );
    assert_eq!(
        shop.get("/v1/balance").await.ok()["pending"][0]["amount"],
        960
    );
    let types = shop.event_types().await;
    let expected = [
        "product.created",
        "price.created",
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "checkout.session.completed",
    ];
    assert_eq!(types, expected);
    let id = session["id"].as_str().unwrap();
    assert!(
        shop.double.pay_session(id, "pays").is_err(),
        "it is paid once"
    );
    let expire = shop
        .post(&format!("/v1/checkout/sessions/{id}/expire"), "")
        .await;
    assert!(
        expire.text.contains("status of `complete`"),
        "{}",
        expire.text
    );
}

#[tokio::test]
async fn declined_payment_has_its_codes_and_can_be_repeated() {
    let shop = TestShop::open().await;
    let session = shop.session("").await;
    let id = session["id"].as_str().unwrap();
    let rows = [
        ("declined", "card_declined", json!("generic_decline")),
        ("no_funds", "card_declined", json!("insufficient_funds")),
        ("lost_card", "card_declined", json!("lost_card")),
        ("expired_card", "expired_card", json!(null)),
    ];
    for (method, code, decline_code) in rows {
        shop.double.pay_session(id, method).unwrap();
        let path = format!("/v1/checkout/sessions/{id}?expand[]=payment_intent.latest_charge");
        let intent = shop.get(&path).await.ok()["payment_intent"].clone();
        let error = &intent["last_payment_error"];
        assert_eq!(
            (&error["type"], &error["code"]),
            (&json!("card_error"), &json!(code))
        );
        assert_eq!(error["decline_code"], decline_code, "{method}");
        assert_eq!(intent["latest_charge"]["failure_code"], code);
    }
    assert_eq!(shop.double.pay_session(id, "pays").unwrap(), "completed");
    let charges = shop.get("/v1/charges").await.ok();
    assert_eq!(charges["data"].as_array().unwrap().len(), 5);
    let intents = shop.get("/v1/payment_intents").await.ok();
    assert_eq!(intents["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn confirmation_ends_in_payment_or_in_an_open_session() {
    for (is_confirmed, status, intent_status) in [
        (true, "complete", "succeeded"),
        (false, "open", "requires_payment_method"),
    ] {
        let shop = TestShop::open().await;
        let session = outcome(&shop, "must_confirm", "must_confirm").await;
        let id = session["id"].clone();
        let url = &session["payment_intent"]["next_action"]["redirect_to_url"]["url"];
        assert!(url.as_str().unwrap().ends_with("/confirm"));
        let arguments = json!({"session": id, "is_confirmed": is_confirmed});
        shop.control("confirm_session", &arguments);
        let path = format!(
            "/v1/checkout/sessions/{}?expand[]=payment_intent",
            id.as_str().unwrap()
        );
        let session = shop.get(&path).await.ok();
        assert_eq!(session["status"], status);
        assert_eq!(session["payment_intent"]["status"], intent_status);
        assert!(shop.double.control("confirm_session", &arguments).is_err());
    }
}
