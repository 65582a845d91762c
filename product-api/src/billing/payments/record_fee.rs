//! Records the fee of a payment, once Stripe knows it.

use foundation::{Connection, Failure};

use super::fee::fee_entries;
use super::payment::{BalanceFacts, Payment, PaymentState};
use crate::app::App;
use crate::billing::journal::{MoneyTransaction, MoneyTransactionKind, record};

/// Records the fee in the money journal; nothing happens if it was recorded before, or if the money is not there. The caller has
/// locked the payment's row, and saves the payment afterwards. Returns true if the payment has changed.
pub(crate) async fn record_fee(
    app: &App,
    db: &mut Connection<'_>,
    payment: &mut Payment,
    balance: Option<&BalanceFacts>,
) -> Result<bool, Failure> {
    let is_due =
        payment.state == PaymentState::Paid && payment.stripe_balance_transaction.is_none();
    let Some(balance) = balance.filter(|_| is_due) else {
        return Ok(false);
    };
    payment.stripe_balance_transaction = Some(balance.id.clone());
    let Some(entries) = fee_entries(payment, balance) else {
        tracing::warn!(
            payment = payment.id,
            currency = balance.currency,
            "a fee in an unknown currency was not recorded"
        );
        return Ok(true);
    };
    let key = format!("fee:{}", balance.id);
    let kind = MoneyTransactionKind::Fee;
    let transaction =
        MoneyTransaction::new(payment.book_id, key, kind, Some(&payment.id), &entries);
    // Without a fee and without a conversion there is nothing to record.
    if let Some(transaction) = transaction {
        record(app, db, &transaction).await?;
    }
    Ok(true)
}
