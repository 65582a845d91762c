//! Objects in the shapes of three versions are read as the same values.

use std::fmt::Debug;

use foundation::text::strict_json;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::test_stripe::TestStripe;
use crate::billing::stripe::{
    BalanceTransaction, CheckoutSession, InvoiceLine, PaymentIntent, SessionOption, SetupIntent,
    StripeCharge, StripeCustomer, StripeDispute, StripeInvoice, StripePage, StripePrice,
    StripeRefund, StripeSubscription,
};

const ACACIA: &str = "2024-12-18.acacia";
const DAHLIA: &str = "2026-08-26.dahlia";
const ENDIVE: &str = "2026-10-28.endive";

/// Reads an object in each version, and returns its only value.
async fn read_in_all<T>(stripe: &TestStripe, path: &str) -> T
where
    T: DeserializeOwned + Debug + PartialEq,
{
    let dahlia: T = stripe.read(path, DAHLIA).await;
    for version in [ACACIA, ENDIVE] {
        let other: T = stripe.read(path, version).await;
        assert_eq!(other, dahlia, "{path} {version}");
    }
    dahlia
}

#[tokio::test]
async fn objects_of_a_payment_are_the_same_in_each_version() {
    let stripe = TestStripe::open().await;
    let options = [SessionOption::Invoice, SessionOption::SavedMethod];
    let paid = stripe.pay("pays", &options).await;
    let (id, intent) = (&paid.id, paid.payment_intent.unwrap());
    let charge = intent.object.unwrap().latest_charge.unwrap().id;
    let expansion = "expand[]=line_items&expand[]=payment_intent.latest_charge";
    let path = format!("checkout/sessions/{id}?{expansion}");
    let session: CheckoutSession = read_in_all(&stripe, &path).await;
    assert_eq!(session.line_items.unwrap().data.len(), 1);
    let path = format!("payment_intents/{}?expand[]=latest_charge", intent.id);
    let read: PaymentIntent = read_in_all(&stripe, &path).await;
    assert_eq!(read.latest_charge.unwrap().id, charge);
    let _charge: StripeCharge = read_in_all(&stripe, &format!("charges/{charge}")).await;
    let customer = paid.customer.unwrap().id;
    let _customer: StripeCustomer = read_in_all(&stripe, &format!("customers/{customer}")).await;
    let _prices: StripePage<StripePrice> = read_in_all(&stripe, "prices").await;
    let _transactions: StripePage<BalanceTransaction> =
        read_in_all(&stripe, "balance_transactions").await;
    let form = format!("payment_intent={}&amount=1", intent.id);
    stripe.post("/v1/refunds", &form).await;
    let refunds: StripePage<StripeRefund> = read_in_all(&stripe, "refunds").await;
    assert_eq!(refunds.data.len(), 1);
    stripe.control("open_dispute", &json!({"charge": charge}));
    let disputes: StripePage<StripeDispute> = read_in_all(&stripe, "disputes").await;
    assert_eq!(disputes.data.len(), 1);
    let form = "mode=setup&currency=eur&success_url=https://shop.example";
    stripe.post("/v1/checkout/sessions", form).await;
    let intents: StripePage<SetupIntent> = read_in_all(&stripe, "setup_intents").await;
    assert_eq!(intents.data.len(), 1);
}

#[tokio::test]
async fn invoice_is_the_same_in_each_version() {
    let stripe = TestStripe::open().await;
    stripe.control(
        "set_account",
        &json!({"account": super::test_stripe::ACCOUNT, "tax_basis_points": 1_900}),
    );
    let options = [SessionOption::Invoice, SessionOption::AutomaticTax];
    let paid = stripe.pay("pays", &options).await;
    let (intent, id) = (paid.payment_intent.unwrap().id, paid.invoice.unwrap().id);
    let old: StripeInvoice = stripe.read(&format!("invoices/{id}"), ACACIA).await;
    assert_eq!(old.payment_intent, Some(intent));
    assert_eq!((old.total, old.amount_paid), (Some(2_000), Some(2_000)));
    assert_eq!(Some(old.tax), paid.total_details.unwrap().amount_tax);
    let [line] = old.lines.as_slice() else {
        panic!("one line: {old:?}");
    };
    assert!(line.price.is_some() && line.quantity == Some(2));
    assert!(old.paid_at.is_some() && old.hosted_invoice_url.is_some());
    for version in [DAHLIA, ENDIVE] {
        let path = format!("invoices/{id}?expand[]=payments");
        let new: StripeInvoice = stripe.read(&path, version).await;
        assert_eq!(new, old, "{version}");
    }
}

#[test]
fn invoice_of_each_shape_has_its_tax_its_payment_and_its_price() {
    let old_line = r#"{"id": "il_1", "amount": 5, "price": {"id": "price_1", "object": "price"}, "quantity": 1}"#;
    let new_line = r#"{"id": "il_1", "amount": 5, "pricing": {"type": "price_details",
        "price_details": {"price": "price_1", "product": "prod_1"}}, "quantity": 1}"#;
    let expanded_line = r#"{"id": "il_1", "amount": 5, "pricing": {"price_details":
        {"price": {"id": "price_1"}}}, "quantity": 1}"#;
    let payment = |id: &str, status: &str| {
        format!(
            r#"{{"id": "inpay_{id}", "status": "{status}", "payment": {{"type": "payment_intent", "payment_intent": "pi_{id}"}}}}"#
        )
    };
    let (open, paid) = (payment("2", "open"), payment("1", "paid"));
    let rows = [
        (
            format!(r#""tax": 9, "payment_intent": "pi_1", "lines": {{"data": [{old_line}]}}"#),
            9,
        ),
        (
            format!(
                r#""tax": null, "payment_intent": {{"id": "pi_1"}}, "lines": {{"data": [{old_line}], "has_more": false}}"#
            ),
            0,
        ),
        (
            format!(
                r#""total_taxes": [{{"amount": 4}}, {{"amount": 5, "tax_behavior": "inclusive"}}],
                "payments": {{"data": [{open}, {paid}]}}, "lines": {{"data": [{new_line}]}}"#
            ),
            9,
        ),
        (
            format!(
                r#""total_taxes": null, "payments": {{"data": [{paid}]}}, "lines": {{"data": [{expanded_line}]}}"#
            ),
            0,
        ),
    ];
    for (members, tax) in rows {
        let text =
            format!(r#"{{"id": "in_1", "new_member": [1], "status": "new_word", {members}}}"#);
        let invoice: StripeInvoice = strict_json::from_slice(text.as_bytes()).unwrap();
        assert_eq!(invoice.tax, tax, "{text}");
        assert_eq!(invoice.payment_intent.as_deref(), Some("pi_1"), "{text}");
        assert_eq!(invoice.status.as_deref(), Some("new_word"), "{text}");
        let expected = InvoiceLine {
            id: "il_1".to_owned(),
            price: Some("price_1".to_owned()),
            amount: Some(5),
            quantity: Some(1),
            is_proration: false,
            subscription: None,
            period: None,
        };
        assert_eq!(invoice.lines, [expected], "{text}");
    }
}

#[test]
fn invoice_of_a_subscription_is_read_in_each_shape() {
    let old_line = r#"{"id": "il_1", "proration": true, "subscription": "sub_1", "period": {"start": 1, "end": 2}}"#;
    let new_line = |kind: &str| {
        format!(
            r#"{{"id": "il_1", "period": {{"start": 1, "end": 2}}, "parent": {{"type": "{kind}",
                "{kind}": {{"proration": true, "subscription": "sub_1"}}}}}}"#
        )
    };
    let parent = r#""parent": {"subscription_details": {"subscription": {"id": "sub_1"}}}"#;
    let rows = [
        format!(r#""subscription": "sub_1", "lines": {{"data": [{old_line}], "has_more": true}}"#),
        format!(
            r#"{parent}, "lines": {{"data": [{}], "has_more": true}}"#,
            new_line("subscription_item_details")
        ),
        format!(
            r#"{parent}, "lines": {{"data": [{}], "has_more": true}}"#,
            new_line("invoice_item_details")
        ),
    ];
    for members in rows {
        let text = format!(
            r#"{{"id": "in_1", {members}, "total_discount_amounts": [{{"amount": 3}}, {{"amount": 4}}]}}"#
        );
        let invoice: StripeInvoice = strict_json::from_slice(text.as_bytes()).unwrap();
        assert_eq!(invoice.subscription.as_deref(), Some("sub_1"), "{text}");
        assert_eq!((invoice.discount, invoice.has_more_lines), (7, true));
        let line = invoice.lines.first().unwrap();
        assert!(line.is_proration, "{text}");
        assert_eq!(line.subscription.as_deref(), Some("sub_1"), "{text}");
        let period = line.period.unwrap();
        assert_eq!((period.start, period.end), (1, 2));
    }
}

#[test]
fn object_with_nothing_but_its_id_is_read() {
    fn read<T: DeserializeOwned>() {
        let read: serde_json::Result<T> = strict_json::from_slice(br#"{"id": "x_1"}"#);
        let name = std::any::type_name::<T>();
        assert!(read.is_ok(), "{name}: {:?}", read.err());
        let read: serde_json::Result<T> = strict_json::from_slice(br#"{"object": "x"}"#);
        assert!(read.is_err(), "{name} without an id");
    }
    use crate::billing::stripe::{
        AccountDetails, DeletedObject, FraudWarning, InvoicePayment, PortalConfiguration,
        PortalSession, SavedPaymentMethod, SessionLine, StripeEvent, StripeProduct,
        StripeWebhookEndpoint,
    };
    read::<AccountDetails>();
    read::<BalanceTransaction>();
    read::<CheckoutSession>();
    read::<DeletedObject>();
    read::<FraudWarning>();
    read::<InvoiceLine>();
    read::<InvoicePayment>();
    read::<PaymentIntent>();
    read::<PortalConfiguration>();
    read::<PortalSession>();
    read::<SavedPaymentMethod>();
    read::<SessionLine>();
    read::<SetupIntent>();
    read::<StripeCharge>();
    read::<StripeCustomer>();
    read::<StripeDispute>();
    read::<StripeEvent>();
    read::<StripeInvoice>();
    read::<StripePrice>();
    read::<StripeProduct>();
    read::<StripeRefund>();
    read::<StripeSubscription>();
    read::<StripeWebhookEndpoint>();
}
