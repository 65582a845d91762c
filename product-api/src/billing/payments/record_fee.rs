//! Records the fees and conversions of a payment, its refunds and its disputes, once Stripe knows them.

use foundation::{Connection, Failure};

use super::fee::fee_entries;
use super::payment::{BalanceFacts, Payment, PaymentState};
use super::reversal_movements::ReversalMovement;
use crate::app::App;
use crate::billing::currency::Money;
use crate::billing::journal::{MoneyTransaction, MoneyTransactionKind, record_once};

/// Records the fee in the money journal, unless it was recorded before or the payment is not paid. The caller has
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
    record_movement(app, db, payment, balance, payment.amount_minor).await?;
    Ok(true)
}

/// Records the fees and conversions of movements that refunds and disputes of a payment have caused, each once. Nothing happens
/// if the payment has bought nothing. The caller has locked the payment's row.
pub(super) async fn record_movements(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    movements: &[ReversalMovement],
) -> Result<(), Failure> {
    if payment.state != PaymentState::Paid {
        return Ok(());
    }
    for movement in movements {
        record_movement(app, db, payment, &movement.balance, movement.paid_minor).await?;
    }
    Ok(())
}

async fn record_movement(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    balance: &BalanceFacts,
    recorded_minor: i64,
) -> Result<(), Failure> {
    let recorded = Money {
        currency: payment.currency,
        minor: recorded_minor,
    };
    let Some(entries) = fee_entries(recorded, balance) else {
        tracing::warn!(
            payment = payment.id,
            currency = balance.currency,
            "a fee in an unknown currency was not recorded"
        );
        return Ok(());
    };
    let key = format!("fee:{}", balance.id);
    let kind = MoneyTransactionKind::Fee;
    let transaction =
        MoneyTransaction::new(payment.book_id, key, kind, Some(&payment.id), &entries);
    // Without a fee and without a conversion there is nothing to record.
    match transaction {
        Some(transaction) => record_once(app, db, &transaction).await,
        None => Ok(()),
    }
}
