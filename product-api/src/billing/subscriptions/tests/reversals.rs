//! Tests of subscriptions whose money goes back and comes again, and of credits that come back after an end, on both engines.

use foundation::on_both_engines;
use serde_json::{from_value, json};

use super::days;
use super::test_plans::{TestPlans, invoice, subscription};
use crate::billing::payments::{
    ChargeFacts, DisputeFacts, IntentFacts, RefundFacts, RefundState, ReversalFacts,
    apply_intent_facts,
};
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;
use crate::credits::verify;

const PAID_THROUGH: &str = "SELECT paid_through FROM subscription";
const ROWS: &str = "SELECT COUNT(*) FROM allowance";

impl TestPlans {
    /// Applies what has gone back of the payment of the first invoice.
    pub(super) async fn take_back(&self, reversals: ReversalFacts) {
        let facts = IntentFacts {
            intent: from_value(json!({"id": "pi_1", "metadata": {}})).unwrap(),
            charge: ChargeFacts {
                payment_intent: Some("pi_1".to_owned()),
                charge: Some("ch_1".to_owned()),
                balance: None,
                is_reversed: true,
            },
            reversals: Some(reversals),
        };
        apply_intent_facts(&self.app, &self.connection, &facts)
            .await
            .unwrap();
    }
}

/// Returns a refund of all of a payment.
pub(super) fn refund(amount_minor: i64, state: RefundState) -> ReversalFacts {
    ReversalFacts {
        refunds: vec![RefundFacts {
            stripe_id: "re_1".to_owned(),
            named: None,
            amount_minor,
            state,
            reason: None,
            failure: None,
            created_at: None,
        }],
        ..ReversalFacts::default()
    }
}

/// Returns a dispute of a part of a payment.
fn dispute(status: &str, withdrawn_minor: i64) -> ReversalFacts {
    ReversalFacts {
        disputes: vec![DisputeFacts {
            stripe_id: "du_1".to_owned(),
            status: status.to_owned(),
            amount_minor: 450,
            withdrawn_minor,
            reason: None,
            due_by: None,
            opened_at: None,
            is_refundable: false,
        }],
        ..ReversalFacts::default()
    }
}

on_both_engines! {
    async fn refund_that_fails_gives_the_paid_year_and_its_months_back(plans: TestPlans) {
        let year = days("2027-10-31", "2028-10-31");
        plans.at("2027-10-31");
        let facts = subscription("yearly", year);
        plans.follow(&facts).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        plans.take_back(refund(10_000, RefundState::Succeeded)).await;
        plans.follow(&facts).await;
        assert_eq!(plans.count(PAID_THROUGH).await, year.start.micros());
        assert_eq!(plans.credits().await, 0);
        plans.take_back(refund(10_000, RefundState::Failed)).await;
        plans.follow(&facts).await;
        assert_eq!(plans.credits().await, 1_000);
        assert_eq!(plans.count(PAID_THROUGH).await, year.end.micros(), "it is paid after all");
        plans.at("2027-11-30");
        assert_eq!((plans.sweep().await, plans.count(ROWS).await), (1, 2), "the second month follows");
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn credits_that_come_back_after_the_end_expire_as_well(plans: TestPlans) {
        let month = days("2028-01-10", "2028-02-10");
        plans.at("2028-01-10");
        let active = subscription("plain", month);
        plans.follow(&active).await;
        plans.bill(&invoice(1, "plain", 900, month)).await;
        // Half of the credits are frozen.
        plans.take_back(dispute("needs_response", 450)).await;
        let over = SubscriptionFacts { status: "canceled".to_owned(), ended_at: Some(month.start), ..active.clone() };
        plans.follow(&over).await;
        plans.at("2028-02-10");
        assert_eq!((plans.sweep().await, plans.credits().await), (1, 500));
        plans.take_back(dispute("won", 0)).await;
        assert_eq!(plans.credits().await, 500);
        // A slow server applies what it has fetched before the end; then the end is seen once more.
        plans.follow(&active).await;
        plans.follow(&over).await;
        assert_eq!((plans.sweep().await, plans.credits().await), (1, 0));
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}

on_both_engines! {
    async fn month_after_a_refund_of_half_a_year_is_half_of_a_month(plans: TestPlans) {
        let year = days("2027-10-31", "2028-10-31");
        plans.at("2027-10-31");
        plans.follow(&subscription("yearly", year)).await;
        plans.bill(&invoice(1, "yearly", 10_000, year)).await;
        plans.take_back(refund(5_000, RefundState::Succeeded)).await;
        assert_eq!(plans.credits().await, 500);
        plans.at("2027-11-30");
        assert_eq!(plans.sweep().await, 1);
        assert_eq!(plans.credits().await, 500, "the month before has expired");
        plans.take_back(refund(5_000, RefundState::Succeeded)).await;
        assert_eq!(plans.credits().await, 500);
        assert!(verify(&plans.app.database).await.unwrap().is_empty());
    }
}
