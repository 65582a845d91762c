//! Records refunds of payments, and refunds that failed after they were recorded.

use foundation::{Connection, Failure, Timestamp};

use super::legs::{late_return_legs, refund_legs, undone};
use super::money_account::MoneyAccount;
use super::money_transaction::{MoneyEntry, MoneyTransaction, MoneyTransactionKind};
use super::record::record_at;
use crate::app::App;
use crate::billing::currency::Currency;

/// The money of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RefundLegs<'a> {
    /// The payment.
    pub(crate) payment_id: &'a str,
    /// The refund, `rfd_…`.
    pub(crate) refund_id: &'a str,
    /// The currency of the payment.
    pub(crate) currency: Currency,
    /// The amount that the buyer gets back, in minor units, with its tax.
    pub(crate) amount_minor: i64,
    /// The tax in the amount.
    pub(crate) tax_minor: i64,
    /// The cost of unused credits that were taken back, by [`return_cost`](super::return_cost).
    pub(crate) unused_cost_minor: i64,
}

impl RefundLegs<'_> {
    fn entries(&self) -> Vec<MoneyEntry> {
        refund_legs(
            self.currency,
            self.amount_minor,
            self.tax_minor,
            self.unused_cost_minor,
        )
    }
}

/// Records a refund. A second record of the refund is an error, which ends the caller's database transaction.
pub(crate) async fn record_refund(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &RefundLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let key = format!("refund:{}", legs.refund_id);
    let (kind, entries) = (MoneyTransactionKind::Refund, legs.entries());
    let transaction = MoneyTransaction::new(book_id, key, kind, Some(legs.payment_id), &entries);
    record_at(app, db, transaction, now).await
}

/// Records that a refund failed or was canceled after it had been recorded. `unused_cost_minor` is the cost that
/// [`restore_cost`](super::restore_cost) has deferred again.
pub(crate) async fn record_refund_undone(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    legs: &RefundLegs<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let key = format!("refund:{}:undo", legs.refund_id);
    let (kind, entries) = (MoneyTransactionKind::RefundUndo, undone(legs.entries()));
    let transaction = MoneyTransaction::new(book_id, key, kind, Some(legs.payment_id), &entries);
    record_at(app, db, transaction, now).await
}

/// Cost of credits that were taken back after their refund or lost dispute was recorded, because a hold had reserved them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LateReturn<'a> {
    /// The payment.
    pub(crate) payment_id: &'a str,
    /// The number of the step among all settlements of the payment; a second one with it is an error.
    pub(crate) n: i64,
    /// The account that took the cost before: [`MoneyAccount::Refunds`] or [`MoneyAccount::DisputeLosses`].
    pub(crate) account: MoneyAccount,
    /// The currency of the payment.
    pub(crate) currency: Currency,
    /// The cost, by [`return_cost`](super::return_cost); below zero if [`restore_cost`](super::restore_cost) has deferred it
    /// again.
    pub(crate) cost_minor: i64,
}

/// Records the cost of credits that were taken back late: the website does not owe them any more.
pub(crate) async fn record_late_return(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    late: &LateReturn<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    let key = format!("settle:{}:{}", late.payment_id, late.n);
    let kind = if late.account == MoneyAccount::DisputeLosses {
        MoneyTransactionKind::Dispute
    } else {
        MoneyTransactionKind::Refund
    };
    let entries = late_return_legs(late.currency, late.account, late.cost_minor);
    let transaction = MoneyTransaction::new(book_id, key, kind, Some(late.payment_id), &entries);
    record_at(app, db, transaction, now).await
}
