//! Applies a bank's warning of fraud: freezes the credits of its payment while a refund can still prevent a dispute.

use foundation::{Connection, Failure};
use serde_json::{Value, json};

use super::apply_payment::mark_payment;
use super::mail_owner::mail_warning;
use super::note_reversals::{billing_of, record_action, wallet_of};
use super::payment::{FraudState, Payment, PaymentState};
use super::settle_payment::settle_payment;
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{Priority, StripeError};
use crate::credits::post_billing_event;

/// A warning at Stripe.
pub(crate) struct WarningFacts {
    /// The payment intent.
    pub(crate) intent: String,
    /// The state.
    pub(crate) state: FraudState,
}

/// Fetches a warning of fraud and applies it to its payment. Locks the payment's row, and the wallets of its credits.
pub(crate) async fn apply_fraud_warning(
    app: &App,
    connection: &StripeConnection,
    warning_id: &str,
) -> Result<Applied, ApplyError> {
    let Some(facts) = fetch(app, connection, warning_id).await? else {
        return Ok(Applied::Foreign);
    };
    if apply_warning_facts(app, connection, &facts).await? {
        return Ok(Applied::Done);
    }
    // The warning waits for its payment, if that is ours.
    let account = open_account(app, connection, Priority::Inbox)?;
    let intent = account.get_payment_intent(&facts.intent).await?;
    if intent.metadata.contains_key(super::apply_payment::CHECKOUT) {
        let cause = "its payment is not recorded yet";
        return Err(Failure::unavailable("applying a warning of fraud", cause).into());
    }
    Ok(Applied::Foreign)
}

/// Fetches a warning; none if it is about no intent, or if the key may not read it: warnings are an addition.
async fn fetch(
    app: &App,
    connection: &StripeConnection,
    warning_id: &str,
) -> Result<Option<WarningFacts>, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let warning = match account.get_fraud_warning(warning_id).await {
        Ok(warning) => warning,
        Err(StripeError::MissingPermission { .. }) => return Ok(None),
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let state = if warning.actionable.unwrap_or_default() {
        FraudState::Actionable
    } else {
        FraudState::Closed
    };
    let intent = warning.payment_intent.map(|intent| intent.id);
    Ok(intent.map(|intent| WarningFacts { intent, state }))
}

/// Applies a warning that was fetched; false if its payment is not recorded. Locks the payment's row, and the wallets of its
/// credits.
pub(crate) async fn apply_warning_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &WarningFacts,
) -> Result<bool, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, facts).await)
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    facts: &WarningFacts,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let found = store::lock_by_intent(&mut db, &connection.id, &facts.intent).await?;
    let recorded = found.filter(|payment| payment.state != PaymentState::Pending);
    let Some(mut payment) = recorded else {
        transaction.rollback().await?;
        return Ok(false);
    };
    let before = payment.reversal.fraud_warning.replace(facts.state);
    if before == Some(facts.state) {
        transaction.rollback().await?;
        return Ok(true);
    }
    if before.is_none() {
        announce(app, &mut db, &payment, facts.state).await?;
        // The application of the payment turns the buyer's top-up off.
        mark_payment(app, &mut db, &payment).await?;
    }
    settle_payment(app, &mut db, &mut payment).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn announce(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    state: FraudState,
) -> Result<(), Failure> {
    let billing = Value::Object(billing_of(payment, state.word(), payment.amount_minor));
    post_billing_event(app, db, &wallet_of(payment), "fraud_warning", billing).await?;
    let details = json!({ "state": state.word() });
    let entry = Action::FraudWarned.on(&payment.id, details);
    record_action(app, db, payment, entry).await?;
    if state == FraudState::Actionable {
        mail_warning(app, db, payment).await?;
    }
    Ok(())
}
