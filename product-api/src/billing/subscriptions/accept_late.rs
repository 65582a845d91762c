//! Accepts a payment of a subscription in review: its credits are granted nevertheless.

use foundation::Failure;
use serde_json::json;

use super::apply_invoice::apply_invoice;
use super::pay_invoice::{ACCEPTED, NOTHING, UNMAPPED};
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::{StripeConnection, find_connection, note_error};
use crate::billing::marks::{ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::payments::{
    Payment, PaymentState, lock_payment, provider_problem, update_payment,
};
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// Grants the credits of a payment in review, less those of a refunded part. Rejects with 409 a payment without credits: its price
/// belongs to no plan.
pub(crate) async fn accept_late_payment(
    app: &App,
    access: &SiteAccess,
    payment: &Payment,
) -> Result<(), Problem> {
    let invoice = payment.stripe_invoice.as_deref();
    let invoice = invoice.filter(|_| has_credits(payment));
    let Some(invoice) = invoice else {
        let detail = "A payment of a subscription grants credits once its price belongs to a plan.";
        return Err(Problem::new(Kind::Conflict, detail));
    };
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &payment.connection_id).await?
    };
    let connection = connection.filter(|connection| connection.state.is_usable());
    let Some(connection) = connection else {
        let detail =
            "The Stripe account of this payment is not connected. Connect it again, then accept.";
        return Err(Problem::new(Kind::BillingNotConnected, detail));
    };
    note(app, access, payment, invoice).await?;
    grant(app, &connection, invoice).await
}

/// Returns true if the payment brings credits once its owner accepts it.
fn has_credits(payment: &Payment) -> bool {
    !matches!(payment.reason.as_deref(), Some(UNMAPPED | NOTHING))
}

/// Notes the decision, and marks the invoice: if Stripe does not answer now, the inbox grants the credits.
async fn note(
    app: &App,
    access: &SiteAccess,
    payment: &Payment,
    invoice: &str,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_payment(&mut db, &payment.id).await?;
    let waits = |payment: &Payment| {
        let is_accepted = payment.reason.as_deref() == Some(ACCEPTED);
        let reversal = &payment.reversal;
        let is_kept = reversal.withdrawn_minor == 0
            && (reversal.refunded_minor == 0 || reversal.refunded_minor < payment.amount_minor);
        payment.state == PaymentState::Review && !is_accepted && is_kept && has_credits(payment)
    };
    let Some(mut locked) = locked.filter(waits) else {
        // Another request has accepted it, or it was refunded in full since.
        return transaction.rollback().await;
    };
    let reason = locked.reason.replace(ACCEPTED.to_owned());
    update_payment(&mut db, &locked, now).await?;
    let object = MarkedObject {
        connection_id: &locked.connection_id,
        kind: ObjectKind::Invoice,
        object_id: invoice,
    };
    mark(&mut db, object, None, now).await?;
    let details = json!({
        "mode": access.mode.word(),
        "reason": reason,
        "amount_minor": locked.amount_minor,
        "currency": locked.currency.code(),
    });
    let entry = Action::PaymentAccepted.on(&locked.id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await
}

async fn grant(app: &App, connection: &StripeConnection, invoice: &str) -> Result<(), Problem> {
    match apply_invoice(app, connection, invoice).await {
        Ok(_) => Ok(()),
        Err(ApplyError::Failure(failure)) => Err(failure.into()),
        Err(ApplyError::Stripe(error)) => {
            note_error(app, &connection.id, &error).await?;
            Err(provider_problem(&error))
        }
    }
}
