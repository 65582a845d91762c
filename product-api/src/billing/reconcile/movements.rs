//! Compares movements of Stripe's balance with the money journal, and sums both sides.

use serde_json::Value;

use super::charges::compared_payment;
use super::compare_movement::{compare_movement, expected_minor};
use super::compare_payment::{compare_balance, net_of};
use super::context::{RunContext, new_page};
use super::own_records::RecordedPayment;
use super::page::RunPage;
use super::run::CurrencySum;
use super::store::own_payments::{journal_net, movement_net};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::payments::PaymentState;
use crate::billing::stripe::BalanceTransaction;

/// Types of movements that are incoming payments.
const PAYMENTS: [&str; 2] = ["charge", "payment"];

/// Compares one page of movements.
pub(super) async fn compare_movements(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let query = context.query();
    let listed = context.account.list_balance_transactions(&query).await?;
    let mut page = new_page(&listed, |movement| &movement.id);
    for movement in &listed.data {
        let own = match intent_of(movement) {
            Some(intent) => context.payment_of(intent).await?,
            None => None,
        };
        match own {
            Some(own) if own.state == PaymentState::Paid => {
                add_own(context, &mut page, movement, &own).await?;
            }
            Some(_) | None => add_outside(&mut page, movement),
        }
    }
    Ok(page)
}

/// Returns the payment intent of the charge, refund or dispute that caused a movement.
fn intent_of(movement: &BalanceTransaction) -> Option<&str> {
    let source = movement.source.as_ref()?.object.as_deref()?;
    let intent = source.get("payment_intent")?;
    intent
        .as_str()
        .or_else(|| intent.get("id").and_then(Value::as_str))
}

fn add_outside(page: &mut RunPage, movement: &BalanceTransaction) {
    let net = net_of(movement);
    let currency = movement.currency.as_deref().unwrap_or_default();
    let sum = CurrencySum {
        stripe: net,
        own: 0,
        outside: net,
    };
    page.add_sum(currency, sum);
}

/// Adds a movement of our payment as the journal has it. A dry run marks no payment: the lists of refunds and disputes have
/// counted them.
async fn add_own(
    context: &RunContext<'_>,
    page: &mut RunPage,
    movement: &BalanceTransaction,
    own: &RecordedPayment,
) -> Result<(), ApplyError> {
    let intent = intent_of(movement).unwrap_or_default();
    let currency = movement.currency.as_deref().unwrap_or_default();
    let net = net_of(movement);
    let entry_type = movement.entry_type.as_deref().unwrap_or_default();
    let booked;
    if PAYMENTS.contains(&entry_type) {
        let mut reader = context.app.database.reader().await?;
        let mut db = reader.connection();
        booked = journal_net(&mut db, own, &movement.id, currency).await?;
        let differences = compare_balance(movement, own, booked);
        page.add(compared_payment(intent, own.book_id), differences);
    } else {
        let recorded = {
            let mut reader = context.app.database.reader().await?;
            movement_net(&mut reader.connection(), own, &movement.id, currency).await?
        };
        let expected = expected_minor(movement, &own.paid.currency);
        booked = net.saturating_sub(expected).saturating_add(recorded);
        if recorded != expected && !context.run.is_dry_run {
            let mark = context.mark_of(ObjectKind::Payment, intent).await?;
            let difference = compare_movement(movement, expected, recorded, mark);
            let differences = difference.into_iter().collect();
            page.add(compared_payment(intent, own.book_id), differences);
        }
    }
    let sum = CurrencySum {
        stripe: net,
        own: booked,
        outside: 0,
    };
    page.add_sum(currency, sum);
    Ok(())
}
