//! Facts about the refunds and disputes of a payment at Stripe, and the rows that follow from them.

use foundation::Timestamp;

use super::dispute::{Dispute, DisputeState};
use super::refund::{Refund, RefundState};
use super::reversal_movements::ReversalMovement;

/// A refund at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefundFacts {
    /// The id at Stripe.
    pub(crate) stripe_id: String,
    /// The id of our refund that its metadata name.
    pub(crate) named: Option<String>,
    /// The amount in minor units of the payment's currency.
    pub(crate) amount_minor: i64,
    /// The state.
    pub(crate) state: RefundState,
    /// The reason, as Stripe's word.
    pub(crate) reason: Option<String>,
    /// The reason of a failure, as Stripe's word.
    pub(crate) failure: Option<String>,
    /// The time of its creation.
    pub(crate) created_at: Option<Timestamp>,
}

/// A dispute at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DisputeFacts {
    /// The id at Stripe.
    pub(crate) stripe_id: String,
    /// The status, as Stripe's word.
    pub(crate) status: String,
    /// The disputed amount in minor units of the payment's currency.
    pub(crate) amount_minor: i64,
    /// The money that is withdrawn now.
    pub(crate) withdrawn_minor: i64,
    /// The bank's reason, as Stripe's word.
    pub(crate) reason: Option<String>,
    /// The time until which evidence can be sent.
    pub(crate) due_by: Option<Timestamp>,
    /// The time at which the bank opened it.
    pub(crate) opened_at: Option<Timestamp>,
    /// True if Stripe refunds the charge all the same.
    pub(crate) is_refundable: bool,
}

/// All refunds and disputes of a payment at Stripe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReversalFacts {
    /// The refunds.
    pub(crate) refunds: Vec<RefundFacts>,
    /// The disputes.
    pub(crate) disputes: Vec<DisputeFacts>,
    /// The movements of the balance that they have caused.
    pub(crate) movements: Vec<ReversalMovement>,
}

impl RefundFacts {
    /// Returns true if one of the rows of the payment says what these facts say. A refund of nothing needs no row.
    pub(crate) fn is_recorded_in(&self, rows: &[Refund]) -> bool {
        let is_equal = |row: &Refund| self.is_of(row) && self.applied_to(row) == *row;
        self.amount_minor <= 0 || rows.iter().any(is_equal)
    }

    /// Returns true if a row is about this refund. A row without an id at Stripe is the one that the metadata name: the answer
    /// to the call that made the refund was lost.
    pub(super) fn is_of(&self, refund: &Refund) -> bool {
        match &refund.stripe_id {
            Some(stripe_id) => *stripe_id == self.stripe_id,
            None => self.named.as_deref() == Some(refund.id.as_str()),
        }
    }

    /// Returns the row as it is after these facts.
    pub(super) fn applied_to(&self, refund: &Refund) -> Refund {
        Refund {
            stripe_id: Some(self.stripe_id.clone()),
            amount_minor: self.amount_minor,
            state: self.state,
            reason: self.reason.clone().or_else(|| refund.reason.clone()),
            failure: self.failure.clone(),
            ..refund.clone()
        }
    }
}

impl DisputeFacts {
    /// Returns true if one of the rows of the payment says what these facts say.
    pub(crate) fn is_recorded_in(&self, rows: &[Dispute]) -> bool {
        let is_equal = |row: &Dispute| {
            let seen_at = row.closed_at.unwrap_or(row.opened_at);
            row.stripe_id == self.stripe_id && self.applied_to(row, seen_at) == *row
        };
        rows.iter().any(is_equal)
    }

    /// Returns the state.
    pub(super) fn state(&self) -> DisputeState {
        DisputeState::from_stripe(&self.status, self.withdrawn_minor)
    }

    /// Returns true if Stripe refuses to refund the charge because of the dispute.
    pub(crate) fn prevents_refunds(&self) -> bool {
        !self.is_refundable && self.state() != DisputeState::Won
    }

    /// Returns the row as it is after these facts, which were fetched at a time.
    pub(super) fn applied_to(&self, dispute: &Dispute, now: Timestamp) -> Dispute {
        let state = self.state();
        Dispute {
            amount_minor: self.amount_minor,
            withdrawn_minor: self.withdrawn_minor,
            status: self.status.clone(),
            state,
            reason: self.reason.clone(),
            due_by: self.due_by,
            closed_at: state.is_closed().then(|| dispute.closed_at.unwrap_or(now)),
            ..dispute.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dispute::tests::dispute;
    use super::super::refund::tests::refund;
    use super::*;

    fn refund_facts(stripe_id: &str, named: Option<&str>) -> RefundFacts {
        RefundFacts {
            stripe_id: stripe_id.to_owned(),
            named: named.map(ToOwned::to_owned),
            amount_minor: 300,
            state: RefundState::Succeeded,
            reason: None,
            failure: None,
            created_at: None,
        }
    }

    #[test]
    fn refund_is_known_by_its_id_or_by_its_metadata() {
        let made = refund("re_1", RefundState::Pending);
        let mut new = refund("re_2", RefundState::New);
        new.stripe_id = None;
        let rows = [
            (&made, refund_facts("re_1", None), true),
            (&made, refund_facts("re_9", None), false),
            (&made, refund_facts("re_9", Some("rfd_re_1")), false),
            (&new, refund_facts("re_9", Some("rfd_re_2")), true),
            (&new, refund_facts("re_9", Some("rfd_re_1")), false),
            (&new, refund_facts("re_9", None), false),
        ];
        for (refund, facts, expected) in rows {
            assert_eq!(facts.is_of(refund), expected, "{facts:?}");
        }
        let adopted = refund_facts("re_9", Some("rfd_re_2")).applied_to(&new);
        assert_eq!(adopted.stripe_id.as_deref(), Some("re_9"));
        assert_eq!(adopted.state, RefundState::Succeeded);
    }

    #[test]
    fn dispute_keeps_the_time_of_its_end_until_an_appeal() {
        let facts = |status: &str, withdrawn_minor, is_refundable| DisputeFacts {
            stripe_id: "du_1".to_owned(),
            status: status.to_owned(),
            amount_minor: 300,
            withdrawn_minor,
            reason: None,
            due_by: None,
            opened_at: None,
            is_refundable,
        };
        let at = Timestamp::from_seconds;
        let open = dispute("du_1", DisputeState::Open);
        let lost = facts("lost", 300, false).applied_to(&open, at(5));
        assert_eq!(
            (lost.state, lost.closed_at),
            (DisputeState::Lost, Some(at(5)))
        );
        assert_eq!(lost.lost_minor(), 300);
        let again = facts("lost", 300, false).applied_to(&lost, at(9));
        assert_eq!(again.closed_at, Some(at(5)));
        let appeal = facts("appeal_needs_response", 300, false).applied_to(&again, at(9));
        assert_eq!((appeal.state, appeal.closed_at), (DisputeState::Open, None));
        let rows = [
            ("warning_needs_response", true, false),
            ("needs_response", false, true),
            ("lost", false, true),
            ("won", false, false),
        ];
        for (status, is_refundable, expected) in rows {
            assert_eq!(
                facts(status, 0, is_refundable).prevents_refunds(),
                expected,
                "{status}"
            );
        }
    }
}
