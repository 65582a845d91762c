//! Steps of the money journal that are missing for the refunds and disputes of a payment.

use super::dispute::Dispute;
use super::proportion::proportion;
use super::refund::{Refund, RefundRecord};

/// A step of a refund or a dispute, by its index. Amounts are in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReversalStep {
    /// A refund counts from now on.
    Refund {
        index: usize,
        tax: i64,
        unused_cost: i64,
    },
    /// A refund that was recorded has failed.
    RefundUndone { index: usize, unused_cost: i64 },
    /// A dispute has withdrawn money.
    Withdrawn { index: usize, amount: i64 },
    /// Money of a dispute came back.
    Reinstated { index: usize, amount: i64 },
    /// Withdrawn money is lost.
    Lost {
        index: usize,
        amount: i64,
        unused_cost: i64,
    },
    /// Lost money is in dispute again.
    LossUndone {
        index: usize,
        amount: i64,
        unused_cost: i64,
    },
}

/// The missing steps, and the part of the moved cost that belongs to earlier steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReversalPlan {
    /// The steps in their order.
    pub(super) steps: Vec<ReversalStep>,
    /// The part of the cost that no missing step takes: its credits moved for earlier steps. Above zero if they were taken back.
    pub(super) late_cost: i64,
}

/// The amount and the taxes of a payment.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaidMoney {
    pub(super) amount: i64,
    pub(super) tax: i64,
}

impl ReversalPlan {
    /// Finds the missing steps. `cost` is the cost of unused credits that were taken back now, below zero for credits that were
    /// given back: each step gets as much of it as its amount allows.
    pub(super) fn new(
        paid: PaidMoney,
        refunds: &[Refund],
        disputes: &[Dispute],
        cost: i64,
    ) -> Self {
        let mut plan = Self {
            steps: Vec::new(),
            late_cost: cost,
        };
        let recorded = refunds
            .iter()
            .filter(|refund| refund.record == RefundRecord::Recorded);
        let mut done = RecordedRefunds::default();
        for refund in recorded {
            done.amount = done.amount.saturating_add(refund.amount_minor);
            done.tax = done.tax.saturating_add(refund.tax_minor);
        }
        for (index, refund) in refunds.iter().enumerate() {
            plan.add_refund(paid, index, refund, &mut done);
        }
        for (index, dispute) in disputes.iter().enumerate() {
            plan.add_dispute(index, dispute);
        }
        plan
    }

    fn add_refund(
        &mut self,
        paid: PaidMoney,
        index: usize,
        refund: &Refund,
        done: &mut RecordedRefunds,
    ) {
        match (refund.record, refund.state.is_counted()) {
            (RefundRecord::None, true) => {
                let tax = done.next_tax(paid, refund.amount_minor);
                let unused_cost = self.taken(refund.amount_minor.saturating_sub(tax));
                self.steps.push(ReversalStep::Refund {
                    index,
                    tax,
                    unused_cost,
                });
            }
            (RefundRecord::Recorded, false) => {
                let net = refund.amount_minor.saturating_sub(refund.tax_minor);
                let unused_cost = self.given(net);
                self.steps
                    .push(ReversalStep::RefundUndone { index, unused_cost });
            }
            (RefundRecord::None, false)
            | (RefundRecord::Recorded, true)
            | (RefundRecord::Undone, _) => {}
        }
    }

    fn add_dispute(&mut self, index: usize, dispute: &Dispute) {
        let lost = dispute.lost_minor();
        let is_lost_changed = lost != dispute.recorded_lost_minor;
        if is_lost_changed && dispute.recorded_lost_minor > 0 {
            let amount = dispute.recorded_lost_minor;
            let unused_cost = self.given(amount);
            self.steps.push(ReversalStep::LossUndone {
                index,
                amount,
                unused_cost,
            });
        }
        let moved = dispute
            .withdrawn_minor
            .saturating_sub(dispute.recorded_minor);
        if moved > 0 {
            let amount = moved;
            self.steps.push(ReversalStep::Withdrawn { index, amount });
        } else if moved < 0 {
            let amount = moved.saturating_neg();
            self.steps.push(ReversalStep::Reinstated { index, amount });
        }
        if is_lost_changed && lost > 0 {
            let unused_cost = self.taken(lost);
            self.steps.push(ReversalStep::Lost {
                index,
                amount: lost,
                unused_cost,
            });
        }
    }

    /// Moves up to `most` of the cost of credits that were taken back from `late_cost` to a step.
    fn taken(&mut self, most: i64) -> i64 {
        let part = self.late_cost.clamp(0, most.max(0));
        self.late_cost = self.late_cost.saturating_sub(part);
        part
    }

    /// Moves up to `most` of the cost of credits that were given back from `late_cost` to a step.
    fn given(&mut self, most: i64) -> i64 {
        let part = self.late_cost.saturating_neg().clamp(0, most.max(0));
        self.late_cost = self.late_cost.saturating_add(part);
        part
    }
}

/// The refunds that are recorded.
#[derive(Clone, Copy, Debug, Default)]
struct RecordedRefunds {
    amount: i64,
    tax: i64,
}

impl RecordedRefunds {
    /// Adds a refund, and returns its tax: refunds of everything give back exactly all of the tax.
    fn next_tax(&mut self, paid: PaidMoney, amount: i64) -> i64 {
        self.amount = self.amount.saturating_add(amount);
        let most = proportion(paid.tax, self.amount.min(paid.amount), paid.amount);
        let tax = most.saturating_sub(self.tax).clamp(0, amount);
        self.tax = self.tax.saturating_add(tax);
        tax
    }
}

#[cfg(test)]
mod tests {
    use super::super::dispute::DisputeState;
    use super::super::dispute::tests::dispute;
    use super::super::refund::RefundState;
    use super::super::refund::tests::refund;
    use super::ReversalStep::{
        LossUndone, Lost, Refund as Refunded, RefundUndone, Reinstated, Withdrawn,
    };
    use super::*;

    const PAID: PaidMoney = PaidMoney {
        amount: 1_000,
        tax: 160,
    };

    fn plan(refunds: &[Refund], disputes: &[Dispute], cost: i64) -> (Vec<ReversalStep>, i64) {
        let plan = ReversalPlan::new(PAID, refunds, disputes, cost);
        (plan.steps, plan.late_cost)
    }

    fn recorded_refund(amount_minor: i64, state: RefundState, record: RefundRecord) -> Refund {
        Refund {
            amount_minor,
            record,
            tax_minor: if record == RefundRecord::None { 0 } else { 48 },
            ..refund("re_1", state)
        }
    }

    #[test]
    fn refund_gets_its_tax_and_as_much_of_the_cost_as_its_net() {
        use RefundRecord::{None, Recorded, Undone};
        use RefundState::{Failed, New, Pending, Succeeded};
        let step = |tax, unused_cost| Refunded {
            index: 0,
            tax,
            unused_cost,
        };
        let rows = [
            (
                recorded_refund(300, Succeeded, None),
                100,
                vec![step(48, 100)],
                0,
            ),
            (recorded_refund(300, Pending, None), 0, vec![step(48, 0)], 0),
            (
                recorded_refund(300, Succeeded, None),
                900,
                vec![step(48, 252)],
                648,
            ),
            (
                recorded_refund(1_000, Succeeded, None),
                840,
                vec![step(160, 840)],
                0,
            ),
            (recorded_refund(300, Succeeded, Recorded), 0, vec![], 0),
            (recorded_refund(300, Succeeded, Recorded), 70, vec![], 70),
            (recorded_refund(300, New, None), 0, vec![], 0),
            (recorded_refund(300, Failed, None), 0, vec![], 0),
            (recorded_refund(300, Failed, Undone), 0, vec![], 0),
            (
                recorded_refund(300, Failed, Recorded),
                -100,
                vec![RefundUndone {
                    index: 0,
                    unused_cost: 100,
                }],
                0,
            ),
            (
                recorded_refund(300, Failed, Recorded),
                -400,
                vec![RefundUndone {
                    index: 0,
                    unused_cost: 252,
                }],
                -148,
            ),
        ];
        for (refund, cost, steps, late) in rows {
            let found = plan(std::slice::from_ref(&refund), &[], cost);
            assert_eq!(found, (steps, late), "{refund:?} {cost}");
        }
    }

    #[test]
    fn refunds_of_everything_give_back_all_of_the_tax() {
        let refunds = [333, 333, 334]
            .map(|amount| recorded_refund(amount, RefundState::Succeeded, RefundRecord::None));
        let mut taxes = 0;
        for step in plan(&refunds, &[], 0).0 {
            if let Refunded { tax, .. } = step {
                taxes += tax;
            }
        }
        assert_eq!(taxes, 160);
    }

    #[test]
    fn dispute_moves_its_money_before_it_is_lost_and_after_its_loss_is_undone() {
        use DisputeState::{Inquiry, Lost as Over, Open, Prevented, Won};
        let recorded = |state, recorded_minor, recorded_lost_minor| Dispute {
            recorded_minor,
            recorded_lost_minor,
            ..dispute("du_1", state)
        };
        let (index, amount) = (0, 300);
        let withdrawn = Withdrawn { index, amount };
        let reinstated = Reinstated { index, amount };
        let lost = |unused_cost| Lost {
            index,
            amount,
            unused_cost,
        };
        let loss_undone = |unused_cost| LossUndone {
            index,
            amount,
            unused_cost,
        };
        let rows = [
            (recorded(Inquiry, 0, 0), 0, vec![]),
            (recorded(Open, 0, 0), 0, vec![withdrawn]),
            (recorded(Open, 300, 0), 0, vec![]),
            (recorded(Won, 300, 0), 0, vec![reinstated]),
            (recorded(Won, 0, 0), 0, vec![]),
            (recorded(Over, 300, 0), 90, vec![lost(90)]),
            (recorded(Over, 0, 0), 90, vec![withdrawn, lost(90)]),
            (recorded(Prevented, 300, 0), 0, vec![lost(0)]),
            (recorded(Over, 300, 300), 0, vec![]),
            (recorded(Open, 300, 300), -90, vec![loss_undone(90)]),
            (
                recorded(Won, 300, 300),
                -90,
                vec![loss_undone(90), reinstated],
            ),
        ];
        for (dispute, cost, steps) in rows {
            let found = plan(&[], std::slice::from_ref(&dispute), cost);
            assert_eq!(found, (steps, 0), "{dispute:?}");
        }
    }
}
