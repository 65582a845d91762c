//! Tests how responses include expanded objects.

use serde_json::json;

use crate::world::TestShop;

/// Path, expansion, and the path of the object in the response.
const PATHS: [(&str, &str, &str); 12] = [
    ("checkout/sessions/{session}", "customer", "/customer/email"),
    (
        "checkout/sessions/{session}",
        "line_items",
        "/line_items/data/0/price/id",
    ),
    (
        "checkout/sessions/{session}",
        "line_items.data.price.product",
        "/line_items/data/0/price/product/name",
    ),
    (
        "checkout/sessions/{session}",
        "payment_intent.latest_charge.balance_transaction",
        "/payment_intent/latest_charge/balance_transaction/net",
    ),
    (
        "checkout/sessions/{session}",
        "invoice.payments",
        "/invoice/payments/data/0/payment/payment_intent",
    ),
    (
        "payment_intents/{intent}",
        "payment_method",
        "/payment_method/card/last4",
    ),
    ("charges/{charge}", "refunds", "/refunds/data"),
    (
        "invoices/{invoice}",
        "payments.data.payment.payment_intent",
        "/payments/data/0/payment/payment_intent/amount",
    ),
    (
        "checkout/sessions",
        "data.payment_intent",
        "/data/0/payment_intent/amount",
    ),
    (
        "balance_transactions",
        "data.source",
        "/data/0/source/object",
    ),
    ("prices", "data.product", "/data/0/product/name"),
    ("invoice_payments", "data.invoice", "/data/0/invoice/total"),
];

#[tokio::test]
async fn path_leads_to_the_object() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let more = format!("customer={customer}&invoice_creation[enabled]=true");
    let ids = shop.paid_ids(&more).await;
    for (path, expansion, pointer) in PATHS {
        let path = ids.fill(path);
        let url = format!("/v1/{path}?expand[]={expansion}");
        let body = shop.get(&url).await.ok();
        assert!(
            body.pointer(pointer).is_some_and(|found| !found.is_null()),
            "{url}: {body:#}"
        );
        assert!(!body.to_string().contains("\"_"), "{url}");
    }
}

#[tokio::test]
async fn wrong_path_is_refused() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let path = format!("/v1/customers/{customer}");
    for expansion in ["email", "nothing", "created", "a.b.c.d.e"] {
        let response = shop.get(&format!("{path}?expand[]={expansion}")).await;
        assert_eq!(
            (response.status, response.error().3),
            (400, "expand"),
            "{expansion}"
        );
    }
    let response = shop.get(&format!("{path}?expand[]=default_source")).await;
    assert_eq!(response.ok()["default_source"], json!(null));
    let posted = shop
        .post(
            "/v1/prices",
            "expand[]=product&product=p&currency=eur&unit_amount=100",
        )
        .await;
    assert_eq!(posted.status, 400, "the control");
    shop.post("/v1/products", "id=p&name=Credits").await.ok();
    let posted = shop
        .post(
            "/v1/prices",
            "expand[]=product&product=p&currency=eur&unit_amount=100",
        )
        .await;
    assert_eq!(posted.ok()["product"]["name"], "Credits");
}
