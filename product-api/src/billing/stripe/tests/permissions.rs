//! Restricted keys: what they may do, and what the client learns from a refusal.

use serde_json::json;

use super::test_stripe::{ACCOUNT, TestStripe};
use crate::billing::stripe::{NewCustomer, PageQuery, PermissionProbe, StripeError};

#[tokio::test]
async fn missing_permission_is_named() {
    let stripe = TestStripe::open().await;
    let names = ["rak_product_read"];
    let key = stripe.double.add_key(ACCOUNT, false, Some(&names)).unwrap();
    let account = stripe.account_with(&key);
    let customer = NewCustomer::default();
    let created = account.create_customer("tg:cus", &customer).await;
    let error = created.unwrap_err();
    assert!(matches!(error, StripeError::MissingPermission { .. }));
    assert_eq!(error.permission(), Some("rak_customer_write"));
    assert_eq!(error.account_id(), Some(ACCOUNT));
    assert!(!error.to_string().contains(&key), "{error}");
    let read = account.list_customers(&PageQuery::default()).await;
    assert_eq!(read.unwrap_err().permission(), Some("rak_customer_read"));
}

#[tokio::test]
async fn probes_find_each_permission_and_change_nothing() {
    let stripe = TestStripe::open().await;
    let writes: [(&[&str], &str); 9] = [
        (&["customers", "cus_none"], "rak_customer_write"),
        (&["products"], "rak_product_write"),
        (&["prices"], "rak_plan_write"),
        (
            &["checkout", "sessions", "cs_none", "expire"],
            "rak_checkout_session_write",
        ),
        (&["refunds"], "rak_charge_write"),
        (&["subscriptions", "sub_none"], "rak_subscription_write"),
        (&["invoices", "in_none"], "rak_invoice_write"),
        (
            &["billing_portal", "configurations", "bpc_none"],
            "rak_customer_portal_write",
        ),
        (&["webhook_endpoints", "we_none"], "rak_webhook_write"),
    ];
    let reads: [(&[&str], &str); 8] = [
        (&["payment_intents"], "rak_payment_intent_read"),
        (&["payment_methods"], "rak_payment_method_read"),
        (&["setup_intents"], "rak_setup_intent_read"),
        (&["disputes"], "rak_dispute_read"),
        (&["events"], "rak_event_read"),
        (&["balance_transactions"], "rak_balance_transaction_read"),
        (&["promotion_codes"], "rak_promotion_code_read"),
        (
            &["radar", "early_fraud_warnings"],
            "rak_early_fraud_warning_read",
        ),
    ];
    let without = stripe.double.add_key(ACCOUNT, false, Some(&[])).unwrap();
    let (without, with) = (stripe.account_with(&without), stripe.account());
    let missing = |name: &str| {
        Ok(PermissionProbe::Missing {
            permission: Some(name.to_owned()),
        })
    };
    let granted = Ok(PermissionProbe::Granted);
    for (path, name) in writes {
        assert_eq!(without.probe_write(path).await, missing(name), "{path:?}");
        assert_eq!(with.probe_write(path).await, granted, "{path:?}");
    }
    for (path, name) in reads {
        assert_eq!(without.probe_read(path).await, missing(name), "{path:?}");
        assert_eq!(with.probe_read(path).await, granted, "{path:?}");
    }
    let settings = &["tax", "settings"];
    let name = "rak_tax_settings_read";
    assert_eq!(without.probe_read_one(settings).await, missing(name));
    assert_eq!(with.probe_read_one(settings).await, granted);
    let figures = stripe.double.figures().unwrap();
    let objects = &figures[format!("{ACCOUNT}/test")]["objects"];
    let objects = objects.as_object().unwrap();
    assert!(objects.values().all(|count| *count == 0), "{objects:?}");
}

#[tokio::test]
async fn probe_of_a_key_that_is_not_good_has_no_result() {
    let stripe = TestStripe::open().await;
    stripe.control("revoke_key", &json!({"key": stripe.key}));
    let account = stripe.account();
    let unauthorized = Err(StripeError::Unauthorized);
    assert_eq!(account.probe_read(&["events"]).await, unauthorized);
    assert_eq!(account.probe_write(&["products"]).await, unauthorized);
}
