//! Records the money of disputes: withdrawn, reinstated, lost, and a loss that an appeal has undone.

use foundation::{Connection, Failure, Timestamp};

use super::legs::{dispute_legs, dispute_loss_legs, undone};
use super::money_transaction::{MoneyEntry, MoneyTransaction, MoneyTransactionKind};
use super::record::record_at;
use crate::app::App;
use crate::billing::currency::Currency;

/// One step of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DisputeLegs<'a> {
    /// The payment.
    pub(crate) payment_id: &'a str,
    /// The dispute, `dsp_…`.
    pub(crate) dispute_id: &'a str,
    /// The number of the step among all steps of the dispute; a second step with it is an error.
    pub(crate) n: i64,
    /// The currency of the payment.
    pub(crate) currency: Currency,
    /// The amount of the step, in minor units.
    pub(crate) amount_minor: i64,
    /// The cost of unused credits: taken back by a loss ([`return_cost`](super::return_cost)), or given back when the loss is
    /// undone ([`restore_cost`](super::restore_cost)). Zero in other steps.
    pub(crate) unused_cost_minor: i64,
}

impl<'a> DisputeLegs<'a> {
    const fn at(&'a self, book_id: i64, now: Timestamp) -> DisputeStep<'a> {
        DisputeStep {
            book_id,
            legs: self,
            now,
        }
    }
}

/// A step in the book of its payment, and its time.
struct DisputeStep<'a> {
    book_id: i64,
    legs: &'a DisputeLegs<'a>,
    now: Timestamp,
}

async fn record_step(
    app: &App,
    db: &mut Connection<'_>,
    step: DisputeStep<'_>,
    entries: &[MoneyEntry],
) -> Result<(), Failure> {
    let legs = step.legs;
    let key = format!("dispute:{}:{}", legs.dispute_id, legs.n);
    let (kind, payment) = (MoneyTransactionKind::Dispute, Some(legs.payment_id));
    let transaction = MoneyTransaction::new(step.book_id, key, kind, payment, entries);
    record_at(app, db, transaction, step.now).await
}

/// Records that Stripe has withdrawn money because of a dispute.
pub(crate) async fn record_dispute_withdrawn(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &DisputeLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let entries = dispute_legs(legs.currency, legs.amount_minor);
    record_step(app, db, legs.at(book_id, now), &entries).await
}

/// Records that Stripe has returned money that it had withdrawn.
pub(crate) async fn record_dispute_reinstated(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &DisputeLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let entries = undone(dispute_legs(legs.currency, legs.amount_minor));
    record_step(app, db, legs.at(book_id, now), &entries).await
}

/// Records that a dispute was lost: the withdrawn money is gone.
pub(crate) async fn record_dispute_lost(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &DisputeLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let entries = dispute_loss_legs(legs.currency, legs.amount_minor, legs.unused_cost_minor);
    record_step(app, db, legs.at(book_id, now), &entries).await
}

/// Records that an appeal has undone a loss: the money counts as withdrawn again, until Stripe returns it.
pub(crate) async fn record_dispute_loss_undone(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &DisputeLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let lost = dispute_loss_legs(legs.currency, legs.amount_minor, legs.unused_cost_minor);
    record_step(app, db, legs.at(book_id, now), &undone(lost)).await
}
