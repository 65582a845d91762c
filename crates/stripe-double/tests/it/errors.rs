//! Errors: their shape, and one row for each refusal.

use serde_json::json;

use crate::world::TestShop;

const INVALID: &str = "invalid_request_error";
/// Path, form, code and parameter.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("/v1/customers", "nam=a", "parameter_unknown", "nam"),
    (
        "/v1/customers",
        "metadata[a][b]=c",
        "parameter_unknown",
        "metadata[a][b]",
    ),
    ("/v1/customers", "email=nobody", "email_invalid", "email"),
    ("/v1/customers", "tax_exempt=maybe", "", "tax_exempt"),
    ("/v1/products", "", "parameter_missing", "name"),
    ("/v1/products", "name=a&active=yes", "", "active"),
    ("/v1/prices", "", "parameter_missing", "currency"),
    (
        "/v1/prices",
        "currency=xxx&product=a&unit_amount=1",
        "",
        "currency",
    ),
    ("/v1/prices", "currency=eur", "parameter_missing", "product"),
    (
        "/v1/prices",
        "currency=eur&product=prod_none&unit_amount=1",
        "resource_missing",
        "product",
    ),
    ("/v1/checkout/sessions", "", "parameter_missing", "mode"),
    ("/v1/checkout/sessions", "mode=free", "", "mode"),
    (
        "/v1/checkout/sessions",
        "mode=payment",
        "parameter_missing",
        "success_url",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=x",
        "url_invalid",
        "success_url",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=https://a.example",
        "parameter_missing",
        "line_items",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=https://a.example&customer=cus_none",
        "resource_missing",
        "customer",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=https://a.example&line_items[0][quantity]=1",
        "parameter_missing",
        "line_items[0][price]",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=https://a.example&line_items[0][price]=price_none&line_items[0][quantity]=1",
        "resource_missing",
        "line_items[0][price]",
    ),
    (
        "/v1/checkout/sessions",
        "mode=setup&success_url=https://a.example",
        "parameter_missing",
        "currency",
    ),
    (
        "/v1/checkout/sessions",
        "mode=payment&success_url=https://a.example&customer_update[address]=auto",
        "",
        "customer_update",
    ),
    ("/v1/refunds", "", "", ""),
    (
        "/v1/refunds",
        "charge=ch_none",
        "resource_missing",
        "charge",
    ),
    (
        "/v1/refunds",
        "charge=ch_none&amount=x",
        "parameter_invalid_integer",
        "amount",
    ),
    ("/v1/refunds", "charge=ch_none&reason=x", "", "reason"),
    (
        "/v1/webhook_endpoints",
        "enabled_events[]=*",
        "parameter_missing",
        "url",
    ),
    (
        "/v1/webhook_endpoints",
        "url=https://a.example",
        "parameter_missing",
        "enabled_events",
    ),
    (
        "/v1/webhook_endpoints",
        "url=x&enabled_events[]=*",
        "url_invalid",
        "url",
    ),
    (
        "/v1/webhook_endpoints",
        "url=https://a.example&enabled_events[]=no",
        "",
        "enabled_events",
    ),
    (
        "/v1/webhook_endpoints",
        "url=https://a.example&enabled_events[]=*&api_version=2020-01-01",
        "",
        "api_version",
    ),
    (
        "/v1/billing_portal/sessions",
        "",
        "parameter_missing",
        "customer",
    ),
    (
        "/v1/billing_portal/configurations",
        "",
        "parameter_missing",
        "features",
    ),
    (
        "/v1/billing_portal/configurations",
        "features[flying][enabled]=true",
        "parameter_unknown",
        "flying",
    ),
    ("/v1/customers", "name=%ff", "", ""),
];

#[tokio::test]
async fn refused_call_names_its_parameter() {
    let shop = TestShop::open().await;
    for (path, form, code, parameter) in REFUSED {
        let response = shop.post(path, form).await;
        assert_eq!(
            response.error(),
            (400, INVALID, *code, *parameter),
            "{path} {form}: {}",
            response.text
        );
        assert!(response.body["error"]["message"].as_str().unwrap().len() > 5);
    }
}

#[tokio::test]
async fn missing_object_or_path_gets_404() {
    let shop = TestShop::open().await;
    for path in [
        "customers/cus_none",
        "products/prod_none",
        "prices/price_none",
        "checkout/sessions/cs_none",
        "checkout/sessions/cs_none/line_items",
        "payment_intents/pi_none",
        "setup_intents/seti_none",
        "charges/ch_none",
        "refunds/re_none",
        "disputes/dp_none",
        "radar/early_fraud_warnings/issfr_none",
        "balance_transactions/txn_none",
        "webhook_endpoints/we_none",
        "events/evt_none",
        "payment_methods/pm_none",
        "invoices/in_none",
        "invoice_payments/inpay_none",
        "billing_portal/configurations/bpc_none",
        "promotion_codes/promo_none",
        "subscriptions/sub_none",
    ] {
        let response = shop.get(&format!("/v1/{path}")).await;
        assert_eq!(
            response.error(),
            (404, INVALID, "resource_missing", "id"),
            "{path}"
        );
        assert!(response.text.contains("No such "), "{}", response.text);
    }
    let response = shop.get("/v1/nothing").await;
    assert_eq!(response.error(), (404, INVALID, "", ""));
    assert!(
        response
            .text
            .contains("Unrecognized request URL (GET: /v1/nothing)")
    );
}

#[tokio::test]
async fn json_body_is_refused() {
    let shop = TestShop::open().await;
    let request = shop
        .request("POST", "/v1/customers")
        .json(&json!({"name": "a"}));
    assert_eq!(request.send().await.unwrap().status(), 400);
}
