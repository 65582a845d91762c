//! Applies a payment intent as it is at Stripe now: the charge and the fee of a payment, and the mark of a session whose payment
//! is not recorded yet.

use foundation::{Connection, Failure};

use super::charge_facts::facts_of_intent;
use super::payment::{ChargeFacts, Payment, PaymentState};
use super::record_fee::record_fee;
use super::store;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{PaymentIntent, Priority};

/// Name of the metadata that names our checkout.
const CHECKOUT: &str = "tollgate_checkout";

/// Fetches a payment intent and applies it. Locks the payment's row.
pub(crate) async fn apply_payment(
    app: &App,
    connection: &StripeConnection,
    payment_intent_id: &str,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let intent = account.get_payment_intent(payment_intent_id).await?;
    let charge = facts_of_intent(&intent);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let found = store::lock_by_intent(&mut db, &connection.id, &intent.id).await?;
    let applied = match found {
        Some(payment) if payment.state == PaymentState::Pending => {
            mark_session(app, &mut db, &payment.connection_id, &payment.source_id).await?
        }
        Some(payment) => {
            note(app, &mut db, payment, &charge).await?;
            Applied::Done
        }
        None => claim(app, &mut db, connection, &intent).await?,
    };
    transaction.commit().await?;
    Ok(applied)
}

/// Takes over the charge of a payment whose outcome is known, and records its fee.
async fn note(
    app: &App,
    db: &mut Connection<'_>,
    mut payment: Payment,
    charge: &ChargeFacts,
) -> Result<(), Failure> {
    let mut is_changed = payment.note_charge(charge);
    is_changed |= record_fee(app, db, &mut payment, charge.balance.as_ref()).await?;
    if is_changed {
        store::update_payment(db, &payment, app.clock.now()).await?;
    }
    Ok(())
}

/// Leads an intent without a payment to the session of its checkout.
async fn claim(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    intent: &PaymentIntent,
) -> Result<Applied, Failure> {
    match intent.metadata.get(CHECKOUT) {
        None => Ok(Applied::Foreign),
        Some(checkout_id) => mark_session(app, db, &connection.id, checkout_id).await,
    }
}

/// Marks the session of a checkout, which decides about its payment: the event of the session may be lost.
async fn mark_session(
    app: &App,
    db: &mut Connection<'_>,
    connection_id: &str,
    checkout_id: &str,
) -> Result<Applied, Failure> {
    let Some(found) = store::find_checkout(db, connection_id, checkout_id).await? else {
        let reason =
            format!("The payment names {checkout_id}, which is not a checkout of this account.");
        return Ok(Applied::Dead(reason));
    };
    // A session that is not known yet is found by its own event, or by the sweep.
    let Some(session) = found.session_id else {
        return Ok(Applied::Done);
    };
    let object = MarkedObject {
        connection_id,
        kind: ObjectKind::Session,
        object_id: &session,
    };
    mark(db, object, None, app.clock.now()).await?;
    Ok(Applied::Done)
}
