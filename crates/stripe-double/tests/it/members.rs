//! Members that Stripe's description of `2026-08-26.dahlia` requires of each object.

use serde_json::{Value, json};

use crate::world::{ACCOUNT, TestShop};

/// Required members by the value of `object`.
const REQUIRED: &[(&str, &str)] = &[
    ("account", "id object"),
    ("balance", "available livemode object pending"),
    ("customer", "created id livemode object"),
    (
        "product",
        "active created id images livemode marketing_features metadata name object updated",
    ),
    (
        "price",
        "active billing_scheme created currency id livemode metadata object product type",
    ),
    (
        "checkout.session",
        "automatic_tax created custom_fields custom_text expires_at id livemode mode object \
         payment_method_types payment_status shipping_options",
    ),
    (
        "item",
        "amount_discount amount_subtotal amount_tax amount_total currency id object",
    ),
    ("payment_intent", "created id livemode object status"),
    (
        "setup_intent",
        "created id livemode object payment_method_types status usage",
    ),
    (
        "charge",
        "amount amount_captured amount_refunded billing_details captured created currency disputed \
         id livemode metadata object paid refunded status",
    ),
    ("refund", "amount created currency id object"),
    (
        "dispute",
        "amount balance_transactions charge created currency enhanced_eligibility_types evidence \
         evidence_details id is_charge_refundable livemode metadata object reason status",
    ),
    (
        "radar.early_fraud_warning",
        "actionable charge created fraud_type id livemode object",
    ),
    (
        "balance_transaction",
        "amount available_on balance_type created currency fee fee_details id net object \
         reporting_category status type",
    ),
    (
        "webhook_endpoint",
        "created enabled_events id livemode metadata object status url",
    ),
    (
        "event",
        "created data id livemode object pending_webhooks type",
    ),
    (
        "payment_method",
        "billing_details created id livemode object type",
    ),
    (
        "invoice",
        "amount_due amount_overpaid amount_paid amount_paid_off_stripe amount_remaining \
         amount_shipping attempt_count attempted auto_advance automatic_tax collection_method created \
         currency customer default_tax_rates discounts id issuer lines livemode object \
         payment_settings period_end period_start post_payment_credit_notes_amount \
         pre_payment_credit_notes_amount starting_balance status_transitions subtotal total",
    ),
    (
        "line_item",
        "amount currency discountable discounts id livemode metadata object period subtotal",
    ),
    (
        "invoice_payment",
        "amount_requested created currency id invoice is_default livemode object payment status \
         status_transitions",
    ),
    (
        "billing_portal.session",
        "configuration created customer id livemode object url",
    ),
    (
        "billing_portal.configuration",
        "active business_profile created features id is_default livemode login_page object updated",
    ),
    (
        "subscription",
        "automatic_tax billing_cycle_anchor billing_mode billing_schedules cancel_at_period_end \
         collection_method created currency customer discounts id invoice_settings items livemode \
         metadata object start_date status",
    ),
    (
        "subscription_item",
        "created current_period_end current_period_start discounts id metadata object price \
         subscription",
    ),
    (
        "subscription_schedule",
        "billing_mode created customer default_settings end_behavior id livemode object phases \
         status",
    ),
    (
        "invoiceitem",
        "amount currency customer date discountable id livemode object period proration quantity \
         quantity_decimal",
    ),
    (
        "promotion_code",
        "active code created id livemode object promotion restrictions times_redeemed",
    ),
];

/// Paths of all kinds of objects.
const PATHS: [&str; 23] = [
    "account",
    "balance",
    "customers",
    "products",
    "prices",
    "checkout/sessions?expand[]=data.line_items",
    "payment_intents",
    "setup_intents",
    "charges",
    "refunds",
    "disputes",
    "radar/early_fraud_warnings",
    "balance_transactions",
    "webhook_endpoints",
    "events?limit=100",
    "payment_methods",
    "invoices",
    "invoice_payments",
    "billing_portal/configurations",
    "promotion_codes",
    "subscriptions",
    "subscription_schedules",
    "invoiceitems",
];

/// Checks an object and all objects in it; returns their kinds.
fn check(value: &Value, kinds: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let kind = members
                .get("object")
                .and_then(Value::as_str)
                .unwrap_or_default();
            if let Some((_, required)) = REQUIRED.iter().find(|(known, _)| *known == kind) {
                for name in required.split_whitespace() {
                    assert!(members.contains_key(name), "{kind} has no {name}");
                }
                kinds.push(kind.to_owned());
            }
            for (name, member) in members {
                assert!(!name.starts_with('_'), "{kind} shows {name}");
                check(member, kinds);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check(item, kinds)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn each_object_has_the_required_members() {
    let shop = TestShop::open().await;
    let customer = shop.customer().await;
    let code = json!({"account": ACCOUNT, "code": "TEN", "percent_off": 10});
    shop.control("add_promotion_code", &code);
    let form = "url=https://a.example/hook&enabled_events[]=invoice.paid";
    shop.post("/v1/webhook_endpoints", form).await.ok();
    let form = "features[invoice_history][enabled]=true";
    let portal = shop
        .post("/v1/billing_portal/configurations", form)
        .await
        .ok();
    let form = format!(
        "customer={customer}&configuration={}",
        portal["id"].as_str().unwrap()
    );
    let portal = shop.post("/v1/billing_portal/sessions", &form).await.ok();
    let form = format!("mode=setup&currency=eur&customer={customer}&success_url=https://a.example");
    let setup = shop.post("/v1/checkout/sessions", &form).await.ok();
    shop.double
        .pay_session(setup["id"].as_str().unwrap(), "pays")
        .unwrap();
    let more = format!("customer={customer}&invoice_creation[enabled]=true");
    let session = shop.session(&more).await;
    shop.double
        .pay_session(session["id"].as_str().unwrap(), "fraud_warning")
        .unwrap();
    shop.advance(60);
    let charge = shop.get("/v1/charges").await.ok()["data"][0]["id"].clone();
    shop.control("refund_charge", &json!({"charge": charge, "amount": 1}));
    shop.control("open_dispute", &json!({"charge": charge}));
    let subscriber = shop.monthly("pays").await;
    let form = format!("from_subscription={}", subscriber.id);
    shop.post("/v1/subscription_schedules", &form).await.ok();
    let form = format!("customer={customer}&amount=100&currency=eur");
    shop.post("/v1/invoiceitems", &form).await.ok();
    let mut kinds = Vec::new();
    check(&portal, &mut kinds);
    for path in PATHS {
        check(&shop.get(&format!("/v1/{path}")).await.ok(), &mut kinds);
    }
    for (kind, _) in REQUIRED {
        assert!(
            kinds.iter().any(|found| found == kind),
            "no {kind} was seen"
        );
    }
}
