//! Records Stripe's response to a refund that was made here.

use foundation::{Connection, Failure};
use serde_json::json;

use super::apply_payment::mark_payment;
use super::fetch_reversals::refund_facts;
use super::note_reversals::{note_refund, record_action};
use super::payment::Payment;
use super::refund::{Refund, RefundState};
use super::settle_payment::settle_payment;
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::StripeRefund;

/// The response of Stripe to a new refund.
#[derive(Clone, Debug)]
pub(crate) enum RefundOutcome {
    /// Stripe has made it.
    Made(Box<StripeRefund>),
    /// Stripe has refused it for good, for this reason.
    Refused(String),
}

/// Writes the response to a new refund, settles its payment, and marks the payment, so that a later change is not lost. A
/// response to a refund that an event has reported before changes nothing: the event is newer. Locks the payment's row, and
/// the wallets of its credits.
pub(crate) async fn record_refund_outcome(
    app: &App,
    refund: &Refund,
    outcome: &RefundOutcome,
) -> Result<(), Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(record_in_transaction(app, refund, outcome).await)
}

async fn record_in_transaction(
    app: &App,
    refund: &Refund,
    outcome: &RefundOutcome,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let missing = || Failure::defect("a refund has no payment");
    let payment = store::lock_payment(&mut db, &refund.payment_id).await?;
    let mut payment = payment.ok_or_else(missing)?;
    let stored = store::find_refund(&mut db, &refund.id).await?;
    let Some(stored) = stored.filter(|stored| stored.state == RefundState::New) else {
        return transaction.rollback().await;
    };
    write(app, &mut db, &payment, stored, outcome).await?;
    // The settlement may mark the subscription, whose key comes after that of the payment.
    mark_payment(app, &mut db, &payment).await?;
    settle_payment(app, &mut db, &mut payment).await?;
    transaction.commit().await
}

async fn write(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    mut refund: Refund,
    outcome: &RefundOutcome,
) -> Result<(), Failure> {
    match outcome {
        RefundOutcome::Made(made) => note_refund(app, db, payment, &refund_facts(made)).await,
        RefundOutcome::Refused(reason) => {
            refund.state = RefundState::Refused;
            refund.failure = Some(reason.clone());
            store::update_refund(db, &refund, app.clock.now()).await?;
            let details = json!({ "refund": refund.id, "reason": reason });
            let entry = Action::RefundRefused.on(&payment.id, details);
            record_action(app, db, payment, entry).await
        }
    }
}
