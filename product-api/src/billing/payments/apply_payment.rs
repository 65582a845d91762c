//! Applies a payment intent as it is at Stripe now: the charge, the fee, the refunds and the disputes of a payment, and the mark
//! of a session whose payment is not recorded yet.

use foundation::{Connection, Failure};

use super::charge_facts::facts_of_intent;
use super::fetch_reversals::fetch_reversals;
use super::note_reversals::note_reversals;
use super::payment::{ChargeFacts, Payment, PaymentReversal, PaymentState};
use super::record_fee::{record_fee, record_movements};
use super::reversal_facts::ReversalFacts;
use super::settle_payment::settle_payment;
use super::store;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::currency::Currency;
use crate::billing::marks::{Applied, ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{PaymentIntent, Priority};

/// Name of the metadata that names our checkout.
pub(super) const CHECKOUT: &str = "tollgate_checkout";

/// Facts about an intent at Stripe.
pub(crate) struct IntentFacts {
    pub(crate) intent: PaymentIntent,
    pub(crate) charge: ChargeFacts,
    /// None if nothing was refunded or disputed.
    pub(crate) reversals: Option<ReversalFacts>,
}

/// Fetches a payment intent with its refunds and disputes, and applies it. Locks the payment's row, and the wallets of its
/// credits.
pub(crate) async fn apply_payment(
    app: &App,
    connection: &StripeConnection,
    payment_intent_id: &str,
) -> Result<Applied, ApplyError> {
    let facts = fetch(app, connection, payment_intent_id).await?;
    Ok(apply_intent_facts(app, connection, &facts).await?)
}

async fn fetch(
    app: &App,
    connection: &StripeConnection,
    payment_intent_id: &str,
) -> Result<IntentFacts, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let intent = account.get_payment_intent(payment_intent_id).await?;
    let charge = facts_of_intent(&intent);
    let can_have_more = {
        let mut reader = app.database.reader().await?;
        store::can_have_reversals(&mut reader.connection(), &connection.id, &intent.id).await?
    };
    let currency = intent.currency.as_deref().and_then(Currency::parse);
    let reversals = match currency.filter(|_| charge.is_reversed || can_have_more) {
        Some(currency) => Some(fetch_reversals(&account, &intent.id, currency).await?),
        None => None,
    };
    Ok(IntentFacts {
        intent,
        charge,
        reversals,
    })
}

/// Applies an intent that was fetched. Locks the payment's row, and the wallets of its credits.
pub(crate) async fn apply_intent_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &IntentFacts,
) -> Result<Applied, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, facts).await)
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    facts: &IntentFacts,
) -> Result<Applied, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let found = store::lock_by_intent(&mut db, &connection.id, &facts.intent.id).await?;
    let applied = match found {
        Some(payment) if payment.state == PaymentState::Pending => {
            mark_session(app, &mut db, &payment.connection_id, &payment.source_id).await?
        }
        Some(payment) => {
            note(app, &mut db, payment, facts).await?;
            Applied::Done
        }
        None => claim(app, &mut db, connection, &facts.intent).await?,
    };
    transaction.commit().await?;
    Ok(applied)
}

/// Takes over the charge of a payment whose outcome is known, records its fee, and settles its refunds and disputes.
async fn note(
    app: &App,
    db: &mut Connection<'_>,
    mut payment: Payment,
    facts: &IntentFacts,
) -> Result<(), Failure> {
    let charge = &facts.charge;
    let mut is_changed = payment.note_charge(charge);
    is_changed |= record_fee(app, db, &mut payment, charge.balance.as_ref()).await?;
    if let Some(reversals) = &facts.reversals {
        note_reversals(app, db, &payment, reversals).await?;
        record_movements(app, db, &payment, &reversals.movements).await?;
    }
    // A warning or an end of holds marks the payment as well, and changes no object at Stripe.
    if facts.reversals.is_some() || payment.reversal != PaymentReversal::default() {
        return settle_payment(app, db, &mut payment).await;
    }
    if is_changed {
        store::update_payment(db, &payment, app.clock.now()).await?;
    }
    Ok(())
}

/// Marks the intent of a payment that was refunded or disputed before its outcome was known here.
pub(crate) async fn mark_reversed(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    charge: &ChargeFacts,
) -> Result<(), Failure> {
    if charge.is_reversed {
        mark_payment(app, db, payment).await?;
    }
    Ok(())
}

/// Marks the intent of a payment, so that a server fetches and settles it.
pub(crate) async fn mark_payment(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    let Some(intent) = &payment.stripe_payment_intent else {
        return Ok(());
    };
    let object = MarkedObject {
        connection_id: &payment.connection_id,
        kind: ObjectKind::Payment,
        object_id: intent,
    };
    mark(db, object, None, app.clock.now()).await
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
