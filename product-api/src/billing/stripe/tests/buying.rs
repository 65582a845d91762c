//! Checkout sessions, and the objects of a payment.

use super::test_stripe::{START, TestStripe};
use crate::billing::stripe::{PageQuery, SessionOption};

#[tokio::test]
async fn session_is_created_once_for_its_key_and_ends() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let customer = stripe.create_customer().await;
    let session = stripe.create_session(&customer, &[]).await;
    let url = session.url.clone().unwrap();
    assert!(url.expose().contains(&session.id));
    assert!(!format!("{session:?}").contains(url.expose()));
    let again = stripe.create_session(&customer, &[]).await;
    assert_eq!(again.id, session.id, "the same key");
    let read = account.get_session(&session.id).await.unwrap();
    assert_eq!(read.mode.as_deref(), Some("payment"));
    assert_eq!(read.status.as_deref(), Some("open"));
    assert_eq!(read.payment_status.as_deref(), Some("unpaid"));
    assert_eq!(read.client_reference_id.as_deref(), Some("chk_1"));
    assert_eq!(read.metadata["tollgate"], "chk_1");
    assert_eq!(read.customer.unwrap().id, customer);
    assert_eq!(read.livemode, Some(false));
    assert_eq!(
        (read.created, read.expires_at),
        (Some(START), Some(START + 3_600))
    );
    assert!(read.payment_intent.is_none() && read.setup_intent.is_none());
    assert!(read.presentment_details.is_none());
    let since = |created_from| PageQuery {
        created_from: Some(created_from),
        ..PageQuery::default()
    };
    for (from, expected) in [(START, 1), (START + 1, 0)] {
        let page = account.list_sessions(&since(from)).await.unwrap();
        assert_eq!(page.data.len(), expected, "{from}");
    }
    let expired = account.expire_session(&session.id).await.unwrap();
    assert_eq!(expired.status.as_deref(), Some("expired"));
    let refused = account.expire_session(&session.id).await.unwrap_err();
    assert_eq!(refused.refusal().unwrap().param.as_deref(), Some("session"));
}

#[tokio::test]
async fn paid_session_has_its_lines_its_payment_and_its_invoice() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let options = [
        SessionOption::AutomaticTax,
        SessionOption::PromotionCodes,
        SessionOption::AdaptivePricing,
        SessionOption::Invoice,
        SessionOption::SavedMethod,
    ];
    let session = stripe.pay("pays", &options).await;
    assert_eq!(session.status.as_deref(), Some("complete"));
    assert_eq!(session.payment_status.as_deref(), Some("paid"));
    assert_eq!(session.currency.as_deref(), Some("eur"));
    assert_eq!(
        (session.amount_subtotal, session.amount_total),
        (Some(2_000), Some(2_000))
    );
    let totals = session.total_details.as_ref().unwrap();
    assert_eq!(
        (totals.amount_discount, totals.amount_tax),
        (Some(0), Some(0))
    );
    let lines = session.line_items.as_ref().unwrap();
    let [line] = lines.data.as_slice() else {
        panic!("one line: {lines:?}");
    };
    assert_eq!(
        (line.quantity, line.amount_subtotal),
        (Some(2), Some(2_000))
    );
    assert_eq!(
        (line.amount_total, line.amount_discount),
        (Some(2_000), Some(0))
    );
    assert_eq!(
        (line.amount_tax, line.currency.as_deref()),
        (Some(0), Some("eur"))
    );
    assert_eq!(line.price.as_ref().unwrap().unit_amount, Some(1_000));
    let intent = session.payment_intent.as_ref().unwrap();
    let expanded = intent.object.as_ref().unwrap();
    assert_eq!(expanded.status.as_deref(), Some("succeeded"));
    let charge = expanded.latest_charge.as_ref().unwrap();
    assert!(charge.object.is_some());
    let invoice = session.invoice.as_ref().unwrap();
    let read = account.get_invoice(&invoice.id).await.unwrap();
    assert_eq!(read.payment_intent.as_ref(), Some(&intent.id));
    assert_eq!(read.status.as_deref(), Some("paid"));
    assert_eq!(read.metadata["tollgate"], "chk_1");
    let pdf = read.invoice_pdf.as_ref().unwrap();
    assert!(!format!("{read:?}").contains(pdf.expose()));
    let payments = account.list_invoice_payments(&intent.id).await.unwrap();
    let [payment] = payments.data.as_slice() else {
        panic!("one payment: {payments:?}");
    };
    assert_eq!(payment.invoice.as_ref().unwrap().id, invoice.id);
    assert_eq!(
        (payment.is_paid(), payment.amount_paid),
        (true, Some(2_000))
    );
}

#[tokio::test]
async fn payment_has_its_charge_and_its_fee() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let session = stripe.pay("pays", &[]).await;
    assert!(session.invoice.is_none());
    let intent = session.payment_intent.unwrap().id;
    let intent = account.get_payment_intent(&intent).await.unwrap();
    assert_eq!(
        (intent.amount, intent.amount_received),
        (Some(2_000), Some(2_000))
    );
    assert_eq!(intent.customer.unwrap().id, session.customer.unwrap().id);
    assert_eq!(intent.metadata["tollgate"], "chk_1");
    assert!(intent.last_payment_error.is_none() && intent.payment_method.is_some());
    let charge = intent.latest_charge.unwrap().object.unwrap();
    assert_eq!(charge.status.as_deref(), Some("succeeded"));
    assert_eq!(
        (charge.amount, charge.amount_refunded),
        (Some(2_000), Some(0))
    );
    assert_eq!(
        (charge.paid, charge.refunded, charge.disputed),
        (Some(true), Some(false), Some(false))
    );
    assert_eq!(charge.payment_intent.as_ref().unwrap().id, intent.id);
    let details = charge.payment_method_details.as_ref().unwrap();
    assert_eq!(details.method_type.as_deref(), Some("card"));
    let card = details.card.as_ref().unwrap();
    assert_eq!(
        (card.brand.as_deref(), card.last4.as_deref()),
        (Some("visa"), Some("4242"))
    );
    let transaction = charge.balance_transaction.as_ref().unwrap();
    let transaction = transaction.object.as_ref().unwrap();
    let money = (transaction.amount, transaction.fee, transaction.net);
    assert_eq!(money, (Some(2_000), Some(55), Some(1_945)));
    assert_eq!(transaction.source.as_ref().unwrap().id, charge.id);
    let read = account.get_charge(&charge.id).await.unwrap();
    assert_eq!(read, *charge);
    let listed = account
        .list_balance_transactions(&PageQuery::default())
        .await;
    let mut listed = listed.unwrap().data;
    let source = listed[0].source.as_mut().unwrap().object.take().unwrap();
    assert_eq!(
        source["payment_intent"],
        intent.id.as_str(),
        "the list has the charges"
    );
    assert_eq!(listed, [(**transaction).clone()]);
    let query = PageQuery::default();
    let all = account.list_charges(&query).await.unwrap();
    let own = account.list_charges_of_intent(&intent.id, &query).await;
    assert_eq!(all, own.unwrap());
    assert_eq!(all.data.len(), 1);
    let other = account.list_charges_of_intent("pi_none", &query).await;
    assert!(other.unwrap().data.is_empty());
}

#[tokio::test]
async fn declined_payment_says_why() {
    let stripe = TestStripe::open().await;
    let customer = stripe.create_customer().await;
    let session = stripe.create_session(&customer, &[]).await;
    let outcome = stripe.double.pay_session(&session.id, "no_funds").unwrap();
    assert_eq!(outcome, "declined");
    let session = stripe.account().get_session(&session.id).await.unwrap();
    let intent = session.payment_intent.unwrap().object.unwrap();
    let error = intent.last_payment_error.unwrap();
    assert_eq!(error.code.as_deref(), Some("card_declined"));
    assert_eq!(error.decline_code.as_deref(), Some("insufficient_funds"));
    assert!(error.message.is_some());
    assert_eq!(intent.status.as_deref(), Some("requires_payment_method"));
}

#[tokio::test]
async fn saved_card_has_no_number() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let session = stripe.pay("pays", &[SessionOption::SavedMethod]).await;
    let customer = session.customer.unwrap().id;
    let query = PageQuery::default();
    let methods = account.list_payment_methods(&customer, &query).await;
    let methods = methods.unwrap().data;
    let [method] = methods.as_slice() else {
        panic!("one method: {methods:?}");
    };
    assert_eq!(
        method,
        &account.get_payment_method(&method.id).await.unwrap()
    );
    assert_eq!(method.customer.as_ref().unwrap().id, customer);
    let card = method.card.as_ref().unwrap();
    assert_eq!(card.last4.as_deref(), Some("4242"));
    assert!(card.exp_month.is_some() && card.exp_year.is_some());
    let fingerprint = card.fingerprint.as_ref().unwrap();
    let written = format!("{method:?}");
    assert!(!written.contains(fingerprint.expose()), "{written}");
    assert!(!written.contains("42424242"), "{written}");
}

#[tokio::test]
async fn setup_intent_has_its_payment_method() {
    let stripe = TestStripe::open().await;
    let customer = stripe.create_customer().await;
    let form =
        format!("mode=setup&currency=eur&success_url=https://shop.example&customer={customer}");
    let session = stripe.post("/v1/checkout/sessions", &form).await;
    let id = session["id"].as_str().unwrap();
    stripe.double.pay_session(id, "pays").unwrap();
    let account = stripe.account();
    let session = account.get_session(id).await.unwrap();
    let intent = session.setup_intent.unwrap().id;
    let intent = account.get_setup_intent(&intent).await.unwrap();
    assert_eq!(intent.status.as_deref(), Some("succeeded"));
    assert_eq!(intent.customer.unwrap().id, customer);
    let method = intent.payment_method.unwrap().object.unwrap();
    assert_eq!(method.method_type.as_deref(), Some("card"));
    assert!(intent.last_setup_error.is_none());
}
