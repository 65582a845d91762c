//! Records the money of refunds and disputes in the money journal, in the transaction that settles their payment.

use foundation::{Connection, Failure};

use super::dispute::Dispute;
use super::payment::Payment;
use super::refund::{Refund, RefundRecord};
use super::reversal_steps::{PaidMoney, ReversalPlan, ReversalStep};
use super::settle_payment::PaymentReversals;
use super::store;
use crate::app::App;
use crate::billing::journal::{
    DisputeLegs, LateReturn, MoneyAccount, RefundLegs, record_dispute_loss_undone,
    record_dispute_lost, record_dispute_reinstated, record_dispute_withdrawn, record_late_return,
    record_refund, record_refund_undone,
};

/// Records what the journal lacks of a payment's refunds and disputes, and writes in their rows that it has it. `cost_minor` is
/// the cost of the unused credits that were taken back now, below zero for credits that were given back.
pub(super) async fn record_reversals(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    reversals: &mut PaymentReversals,
    cost_minor: i64,
) -> Result<(), Failure> {
    let paid = PaidMoney {
        amount: payment.amount_minor,
        tax: payment.tax_minor,
    };
    let (refunds, disputes) = (&mut reversals.refunds, &mut reversals.disputes);
    let plan = ReversalPlan::new(paid, refunds, disputes, cost_minor);
    for step in &plan.steps {
        match step {
            ReversalStep::Refund { index, .. } | ReversalStep::RefundUndone { index, .. } => {
                if let Some(refund) = refunds.get_mut(*index) {
                    record_refund_step(app, db, payment, refund, *step).await?;
                }
            }
            ReversalStep::Withdrawn { index, .. }
            | ReversalStep::Reinstated { index, .. }
            | ReversalStep::Lost { index, .. }
            | ReversalStep::LossUndone { index, .. } => {
                if let Some(dispute) = disputes.get_mut(*index) {
                    record_dispute_step(app, db, payment, dispute, *step).await?;
                }
            }
        }
    }
    record_rest(app, db, payment, disputes, plan.late_cost).await
}

async fn record_refund_step(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    refund: &mut Refund,
    step: ReversalStep,
) -> Result<(), Failure> {
    let now = app.clock.now();
    match step {
        ReversalStep::Refund {
            tax, unused_cost, ..
        } => {
            refund.tax_minor = tax;
            refund.unused_cost_minor = unused_cost;
            refund.record = RefundRecord::Recorded;
            let legs = legs_of(payment, refund, unused_cost);
            record_refund(app, db, payment.book_id, &legs, now).await?;
        }
        ReversalStep::RefundUndone { unused_cost, .. } => {
            refund.record = RefundRecord::Undone;
            let legs = legs_of(payment, refund, unused_cost);
            record_refund_undone(app, db, payment.book_id, &legs, now).await?;
        }
        ReversalStep::Withdrawn { .. }
        | ReversalStep::Reinstated { .. }
        | ReversalStep::Lost { .. }
        | ReversalStep::LossUndone { .. } => {}
    }
    store::update_refund(db, refund, now).await
}

fn legs_of<'a>(payment: &'a Payment, refund: &'a Refund, unused_cost: i64) -> RefundLegs<'a> {
    RefundLegs {
        payment_id: &payment.id,
        refund_id: &refund.id,
        currency: payment.currency,
        amount_minor: refund.amount_minor,
        tax_minor: refund.tax_minor,
        unused_cost_minor: unused_cost,
    }
}

async fn record_dispute_step(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    dispute: &mut Dispute,
    step: ReversalStep,
) -> Result<(), Failure> {
    let (now, book_id) = (app.clock.now(), payment.book_id);
    dispute.moves = dispute.moves.saturating_add(1);
    let id = dispute.id.clone();
    let legs = |amount_minor, unused_cost_minor| DisputeLegs {
        payment_id: &payment.id,
        dispute_id: &id,
        n: i64::from(dispute.moves),
        currency: payment.currency,
        amount_minor,
        unused_cost_minor,
    };
    match step {
        ReversalStep::Withdrawn { amount, .. } => {
            let legs = legs(amount, 0);
            dispute.recorded_minor = dispute.recorded_minor.saturating_add(amount);
            record_dispute_withdrawn(app, db, book_id, &legs, now).await?;
        }
        ReversalStep::Reinstated { amount, .. } => {
            let legs = legs(amount, 0);
            dispute.recorded_minor = dispute.recorded_minor.saturating_sub(amount);
            record_dispute_reinstated(app, db, book_id, &legs, now).await?;
        }
        ReversalStep::Lost {
            amount,
            unused_cost,
            ..
        } => {
            let legs = legs(amount, unused_cost);
            dispute.recorded_lost_minor = amount;
            dispute.unused_cost_minor = unused_cost;
            record_dispute_lost(app, db, book_id, &legs, now).await?;
        }
        ReversalStep::LossUndone {
            amount,
            unused_cost,
            ..
        } => {
            let legs = legs(amount, unused_cost);
            dispute.recorded_lost_minor = 0;
            dispute.unused_cost_minor = 0;
            record_dispute_loss_undone(app, db, book_id, &legs, now).await?;
        }
        ReversalStep::Refund { .. } | ReversalStep::RefundUndone { .. } => {}
    }
    store::update_dispute(db, dispute, now).await
}

/// Records the cost of credits that moved after their refund or dispute was recorded, because a hold had reserved them.
async fn record_rest(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    disputes: &[Dispute],
    cost_minor: i64,
) -> Result<(), Failure> {
    if cost_minor == 0 {
        return Ok(());
    }
    let is_lost = disputes.iter().any(|dispute| dispute.lost_minor() > 0);
    let late = LateReturn {
        payment_id: &payment.id,
        n: payment.reversal.settle_n,
        account: if is_lost {
            MoneyAccount::DisputeLosses
        } else {
            MoneyAccount::Refunds
        },
        currency: payment.currency,
        cost_minor,
    };
    record_late_return(app, db, payment.book_id, &late, app.clock.now()).await
}
