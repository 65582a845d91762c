//! Refunds, disputes and fraud warnings.

use std::time::Duration;

use serde_json::json;

use super::test_stripe::TestStripe;
use crate::billing::stripe::{NewRefund, PageQuery};

#[tokio::test]
async fn refund_is_created_once_and_listed() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let intent = stripe.pay("pays", &[]).await.payment_intent.unwrap().id;
    let part = NewRefund {
        payment_intent: &intent,
        amount: Some(500),
        reason: Some("requested_by_customer"),
        metadata: &[("tollgate", "rfd_1")],
    };
    let refund = account.create_refund("tg:rfd_1", &part).await.unwrap();
    let again = account.create_refund("tg:rfd_1", &part).await.unwrap();
    assert_eq!(refund, again);
    assert_eq!(refund, account.get_refund(&refund.id).await.unwrap());
    assert_eq!(
        (refund.status.as_deref(), refund.amount),
        (Some("succeeded"), Some(500))
    );
    assert_eq!(refund.reason.as_deref(), Some("requested_by_customer"));
    assert_eq!(refund.payment_intent.as_ref().unwrap().id, intent);
    assert_eq!(refund.metadata["tollgate"], "rfd_1");
    assert!(refund.failure_reason.is_none() && refund.balance_transaction.is_some());
    let rest = NewRefund {
        amount: None,
        reason: None,
        metadata: &[],
        ..part
    };
    let rest = account.create_refund("tg:rfd_2", &rest).await.unwrap();
    assert_eq!(rest.amount, Some(1_500));
    let query = PageQuery::default();
    let listed = account
        .list_refunds_of_intent(&intent, &query)
        .await
        .unwrap();
    for refund in &listed.data {
        let movement = refund.balance_transaction.as_ref().unwrap();
        let movement = movement.object.as_deref().unwrap();
        assert_eq!(movement.amount, refund.amount.map(|amount| -amount));
    }
    let ids: Vec<&str> = listed.data.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, [rest.id.as_str(), refund.id.as_str()]);
    let plain = account.list_refunds(&query).await.unwrap();
    assert_eq!(plain.data, [rest, refund]);
    let refused = account.create_refund("tg:rfd_3", &part).await.unwrap_err();
    assert_eq!(refused.code(), Some("charge_already_refunded"));
}

#[tokio::test]
async fn dispute_has_the_money_that_was_withdrawn() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let session = stripe.pay("disputed_later", &[]).await;
    let intent = session.payment_intent.unwrap().id;
    stripe.double.advance_clock(Duration::from_mins(3)).unwrap();
    let query = PageQuery::default();
    let disputes = account.list_disputes_of_intent(&intent, &query).await;
    let disputes = disputes.unwrap();
    assert_eq!(disputes, account.list_disputes(&query).await.unwrap());
    let [dispute] = disputes.data.as_slice() else {
        panic!("one dispute: {disputes:?}");
    };
    assert_eq!(dispute, &account.get_dispute(&dispute.id).await.unwrap());
    assert_eq!(dispute.status.as_deref(), Some("needs_response"));
    assert_eq!(dispute.reason.as_deref(), Some("fraudulent"));
    assert_eq!((dispute.amount, dispute.withdrawn()), (Some(2_000), 2_000));
    assert_eq!(dispute.is_charge_refundable, Some(false));
    assert!(dispute.due_by().is_some() && dispute.charge.is_some());
    let refund = NewRefund {
        payment_intent: &intent,
        amount: None,
        reason: None,
        metadata: &[],
    };
    let refused = account
        .create_refund("tg:rfd_1", &refund)
        .await
        .unwrap_err();
    assert_eq!(refused.code(), Some("charge_disputed"));
    stripe.control(
        "step_dispute",
        &json!({"dispute": dispute.id, "step": "win"}),
    );
    let won = account.get_dispute(&dispute.id).await.unwrap();
    assert_eq!((won.status.as_deref(), won.withdrawn()), (Some("won"), 0));
}

#[tokio::test]
async fn fraud_warning_is_found_by_its_charge() {
    let stripe = TestStripe::open().await;
    let account = stripe.account();
    let session = stripe.pay("pays", &[]).await;
    let intent = session.payment_intent.unwrap();
    let charge = intent.object.unwrap().latest_charge.unwrap().id;
    let query = PageQuery::default();
    let none = account.list_fraud_warnings(&charge, &query).await.unwrap();
    assert!(none.data.is_empty());
    stripe.control("warn_of_fraud", &json!({"charge": charge}));
    let warnings = account.list_fraud_warnings(&charge, &query).await.unwrap();
    let [warning] = warnings.data.as_slice() else {
        panic!("one warning: {warnings:?}");
    };
    assert_eq!(warning.actionable, Some(true));
    assert_eq!(warning.charge.as_ref().unwrap().id, charge);
    assert_eq!(warning.payment_intent.as_ref().unwrap().id, intent.id);
    assert_eq!(warning.fraud_type.as_deref(), Some("made_with_stolen_card"));
}
