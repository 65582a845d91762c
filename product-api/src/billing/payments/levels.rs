//! Levels of a payment: the credits to be taken back, because their money has gone back, and those to be frozen, because their
//! money is in doubt. `docs/billing/refunds.md` has the formulas.

use super::dispute::{Dispute, DisputeState};
use super::proportion::proportion;
use super::refund::{Refund, RefundState};

/// Money of a payment that has gone back or is in doubt, and the credits that it bought. Amounts are in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReversedMoney {
    /// The amount that was paid.
    pub(super) amount: i64,
    /// The credits of all lots of the payment.
    pub(super) granted: i64,
    /// Refunds that count, and money withdrawn by disputes that are lost or prevented.
    pub(super) back: i64,
    /// Money withdrawn by other disputes, refunds that Stripe has not answered yet, and money that a warning doubts.
    pub(super) open: i64,
}

/// Levels of credits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Levels {
    /// The credits that are to be taken back in all.
    pub(super) target: i64,
    /// The credits that are to be frozen, as far as they are left.
    pub(super) frozen: i64,
}

/// Rules of a book and facts of a payment that freeze more than withdrawn money does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FreezeRules {
    /// True if an inquiry freezes the disputed amount.
    pub(super) is_frozen_by_inquiries: bool,
    /// True if a bank has warned of fraud. A refund of everything or a dispute settles the warning.
    pub(super) is_warned: bool,
}

impl ReversedMoney {
    /// Sums up the refunds and disputes of a payment.
    pub(super) fn sum(
        amount: i64,
        granted: i64,
        refunds: &[Refund],
        disputes: &[Dispute],
        rules: FreezeRules,
    ) -> Self {
        let refunded = refunded_minor(refunds);
        let lost: i64 = disputes.iter().map(Dispute::lost_minor).sum();
        let planned = sum_of(refunds, |refund| refund.state == RefundState::New);
        let doubtful: i64 = disputes.iter().map(|one| in_doubt(one, rules)).sum();
        let is_warned = rules.is_warned && disputes.is_empty();
        Self {
            amount,
            granted,
            back: refunded.saturating_add(lost),
            open: if is_warned {
                amount
            } else {
                planned.saturating_add(doubtful)
            },
        }
    }

    /// Returns the levels.
    pub(super) fn levels(&self) -> Levels {
        let rest = self.amount.saturating_sub(self.back).max(0);
        Levels {
            target: self.share(self.back),
            frozen: self.share(self.open.min(rest)),
        }
    }

    /// Returns the credits that a part of the amount has bought, rounded down. Nothing can go back of a free payment.
    pub(super) fn share(&self, part: i64) -> i64 {
        if part <= 0 || self.amount <= 0 {
            return 0;
        }
        if part >= self.amount {
            return self.granted;
        }
        proportion(self.granted, part, self.amount)
    }
}

/// Returns the sum of the refunds that count.
pub(crate) fn refunded_minor(refunds: &[Refund]) -> i64 {
    sum_of(refunds, |refund| refund.state.is_counted())
}

/// Returns the sum of the refunds that count, or that Stripe has not answered yet.
pub(crate) fn promised_minor(refunds: &[Refund]) -> i64 {
    sum_of(refunds, |refund| {
        refund.state.is_counted() || refund.state == RefundState::New
    })
}

fn sum_of(refunds: &[Refund], is_wanted: impl Fn(&Refund) -> bool) -> i64 {
    let wanted = refunds.iter().filter(|refund| is_wanted(refund));
    wanted.map(|refund| refund.amount_minor).sum()
}

fn in_doubt(dispute: &Dispute, rules: FreezeRules) -> i64 {
    match dispute.state {
        DisputeState::Open => dispute.withdrawn_minor,
        DisputeState::Inquiry if rules.is_frozen_by_inquiries => dispute.amount_minor,
        DisputeState::Inquiry
        | DisputeState::Won
        | DisputeState::Lost
        | DisputeState::Prevented => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::dispute::tests::dispute;
    use super::super::refund::tests::refund;
    use super::*;

    #[test]
    fn levels_are_shares_of_the_granted_credits() {
        // amount, granted, back, open: target, frozen
        let rows = [
            ((1_000, 550, 0, 0), (0, 0)),
            ((1_000, 550, 1_000, 0), (550, 0)),
            ((1_000, 550, 1_200, 0), (550, 0)),
            ((1_000, 550, 500, 0), (275, 0)),
            ((1_000, 550, 1, 0), (0, 0)),
            ((1_000, 550, 2, 0), (1, 0)),
            ((1_000, 550, 999, 0), (549, 0)),
            ((1_000, 550, 0, 1_000), (0, 550)),
            ((1_000, 550, 0, 2_000), (0, 550)),
            ((1_000, 550, 400, 600), (220, 330)),
            ((1_000, 550, 400, 1_000), (220, 330)),
            ((1_000, 550, 1_000, 1_000), (550, 0)),
            ((1_000, 0, 1_000, 0), (0, 0)),
            ((0, 550, 0, 0), (0, 0)),
            ((0, 550, 0, 100), (0, 0)),
            ((3, 10, 1, 1), (3, 3)),
            ((i64::MAX, i64::MAX, i64::MAX - 1, 1), (i64::MAX - 1, 1)),
        ];
        for ((amount, granted, back, open), (target, frozen)) in rows {
            let money = ReversedMoney {
                amount,
                granted,
                back,
                open,
            };
            assert_eq!(money.levels(), Levels { target, frozen }, "{money:?}");
        }
    }

    /// States of refunds and disputes of 300 each, and the money that is back and in doubt.
    type ReversalRow = (
        &'static str,
        &'static [RefundState],
        &'static [DisputeState],
        FreezeRules,
        i64,
        i64,
    );

    #[test]
    fn refunds_and_disputes_are_summed_by_their_states() {
        let inquiries = FreezeRules {
            is_frozen_by_inquiries: true,
            is_warned: false,
        };
        let warned = FreezeRules {
            is_frozen_by_inquiries: false,
            is_warned: true,
        };
        let none = FreezeRules::default();
        let rows: [ReversalRow; 17] = [
            ("nothing", &[], &[], none, 0, 0),
            ("pending", &[RefundState::Pending], &[], none, 300, 0),
            ("action", &[RefundState::RequiresAction], &[], none, 300, 0),
            ("succeeded", &[RefundState::Succeeded], &[], none, 300, 0),
            ("failed", &[RefundState::Failed], &[], none, 0, 0),
            ("canceled", &[RefundState::Canceled], &[], none, 0, 0),
            ("planned", &[RefundState::New], &[], none, 0, 300),
            ("refused", &[RefundState::Refused], &[], none, 0, 0),
            ("inquiry", &[], &[DisputeState::Inquiry], none, 0, 0),
            ("freezing", &[], &[DisputeState::Inquiry], inquiries, 0, 300),
            ("open", &[], &[DisputeState::Open], none, 0, 300),
            ("won", &[], &[DisputeState::Won], none, 0, 0),
            ("lost", &[], &[DisputeState::Lost], none, 300, 0),
            ("prevented", &[], &[DisputeState::Prevented], none, 300, 0),
            ("warned", &[], &[], warned, 0, 1_000),
            ("settled", &[], &[DisputeState::Won], warned, 0, 0),
            (
                "all",
                &[RefundState::Succeeded, RefundState::New],
                &[DisputeState::Lost, DisputeState::Open],
                none,
                600,
                600,
            ),
        ];
        for (name, refunds, disputes, rules, back, open) in rows {
            let refunds: Vec<Refund> = refunds.iter().map(|state| refund("re_1", *state)).collect();
            let disputes: Vec<Dispute> = disputes
                .iter()
                .map(|state| dispute("du_1", *state))
                .collect();
            let money = ReversedMoney::sum(1_000, 550, &refunds, &disputes, rules);
            assert_eq!((money.back, money.open), (back, open), "{name}");
        }
        let both = [
            refund("re_1", RefundState::Succeeded),
            refund("re_2", RefundState::New),
            refund("re_3", RefundState::Failed),
        ];
        assert_eq!((refunded_minor(&both), promised_minor(&both)), (300, 600));
    }
}
