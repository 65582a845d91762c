//! Accepts a payment in review: grants the credits that were sold, although a fact differs from the terms.

use foundation::Failure;
use serde_json::json;

use super::checkout::{Checkout, CheckoutState};
use super::fulfil::fulfil;
use super::load_checkout::load;
use super::provider_error::ProviderError;
use super::read_session::session_facts;
use super::review_reason::ReviewReason;
use super::session_facts::{PaymentStatus, SessionFacts};
use super::store;
use crate::app::App;
use crate::audit::Action;
use crate::billing::connections::{StripeConnection, find_connection, open_account};
use crate::billing::payments::{
    Payment, PaymentDetail, PaymentSource, PaymentState, find_payment_of_website,
};
use crate::billing::stripe::Priority;
use crate::billing::subscriptions::accept_late_payment;
use crate::credits::PurchaseGrantError;
use crate::problem::{Kind, Problem};
use crate::websites::SiteAccess;

/// Grants the credits of a payment in review, and returns the payment as it is then. A payment whose credits were granted stays
/// as it is. Rejects with 409 any other one.
pub(super) async fn accept_payment(
    app: &App,
    access: &SiteAccess,
    id: &str,
) -> Result<PaymentDetail, Problem> {
    let payment = find_payment_of_website(app, access, id).await?.payment;
    match payment.state {
        PaymentState::Paid => {}
        PaymentState::Review => accept(app, access, &payment).await?,
        PaymentState::Pending | PaymentState::Failed => {
            return Err(conflict("The payment is not paid."));
        }
    }
    let accepted = find_payment_of_website(app, access, id).await?;
    if accepted.payment.state == PaymentState::Review {
        let detail = "The payment has changed, and nothing was granted. Read it again, then accept or refund it.";
        return Err(conflict(detail));
    }
    Ok(accepted)
}

async fn accept(app: &App, access: &SiteAccess, payment: &Payment) -> Result<(), Problem> {
    check(payment)?;
    match payment.source {
        PaymentSource::Checkout => {}
        PaymentSource::Subscription => return accept_late_payment(app, access, payment).await,
        PaymentSource::TopUp => {
            let detail = "The payment of an automatic top-up differs from what its buyer has agreed to. Refund it.";
            return Err(conflict(detail));
        }
    }
    let checkout = load(app, &payment.source_id).await?;
    let facts = fetch_facts(app, &checkout).await?;
    if !matches!(
        facts.payment,
        PaymentStatus::Paid | PaymentStatus::NotRequired
    ) {
        return Err(conflict("The payment is not paid at Stripe."));
    }
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    let accepted = accept_once(app, access, payment, &facts).await;
    in_flight.finish_after(match &accepted {
        Err(PurchaseGrantError::Failure(failure)) => Some(failure),
        Ok(()) | Err(PurchaseGrantError::Frozen | PurchaseGrantError::Refused(_)) => None,
    });
    accepted.map_err(|error| match error {
        PurchaseGrantError::Failure(failure) => failure.into(),
        PurchaseGrantError::Frozen => Problem::new(
            Kind::AccountFrozen,
            "The buyer's credits are frozen. Nothing is granted until the operator has checked them.",
        ),
        PurchaseGrantError::Refused(_) => conflict("The buyer's wallet does not take the credits."),
    })
}

/// Rejects a payment of which nothing is left, and one whose money belongs to another book.
fn check(payment: &Payment) -> Result<(), Problem> {
    let reversal = &payment.reversal;
    if reversal.withdrawn_minor > 0 {
        let detail = "A bank has withdrawn the money of the payment. Answer the dispute in the Stripe dashboard.";
        return Err(Problem::new(Kind::PaymentDisputed, detail));
    }
    if payment.amount_minor > 0 && reversal.refunded_minor >= payment.amount_minor {
        let detail = "Nothing of the payment is left.";
        return Err(Problem::new(Kind::AlreadyRefunded, detail));
    }
    let reason = payment.reason.as_deref();
    let elsewhere = [ReviewReason::Mode, ReviewReason::Connection];
    if elsewhere.iter().any(|other| reason == Some(other.word())) {
        let detail = "The money is in another account or mode than the credits. Refund it in the Stripe dashboard.";
        return Err(conflict(detail));
    }
    Ok(())
}

fn conflict(detail: &str) -> Problem {
    Problem::new(Kind::Conflict, detail)
}

/// Fetches the session of a checkout. Rejects with 409 a checkout whose account is not connected any more.
async fn fetch_facts(app: &App, checkout: &Checkout) -> Result<SessionFacts, Problem> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &checkout.connection_id).await?
    };
    let usable = connection.filter(|connection| connection.state.is_usable());
    let (Some(connection), Some(session_id)) = (usable, &checkout.stripe_session_id) else {
        let detail =
            "The Stripe account of this payment is not connected. Connect it again, then accept.";
        return Err(Problem::new(Kind::BillingNotConnected, detail));
    };
    match fetch(app, &connection, session_id).await {
        Ok(facts) => Ok(facts),
        Err(error) => Err(error.into_problem(app, &connection.id).await),
    }
}

async fn fetch(
    app: &App,
    connection: &StripeConnection,
    session_id: &str,
) -> Result<SessionFacts, ProviderError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let session = account.get_session(session_id).await?;
    Ok(session_facts(&session))
}

/// Grants and records in one transaction. Locks the checkout, its payment and the wallet, in this order. A checkout that another
/// request has accepted stays as it is.
async fn accept_once(
    app: &App,
    access: &SiteAccess,
    payment: &Payment,
    facts: &SessionFacts,
) -> Result<(), PurchaseGrantError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = store::lock(&mut db, &payment.source_id).await?;
    let mut checkout = locked.ok_or_else(|| Failure::defect("a payment has no checkout"))?;
    if checkout.state != CheckoutState::Review {
        transaction.rollback().await?;
        return Ok(());
    }
    fulfil(app, &mut db, &checkout, facts).await?;
    let now = app.clock.now();
    checkout.state = CheckoutState::Completed;
    checkout.url = None;
    checkout.closed_at = Some(now);
    // The reason stays: it says which difference the owner has accepted.
    store::update(&mut db, &checkout, None, now).await?;
    let details = json!({
        "mode": access.mode.word(),
        "checkout": checkout.id,
        "reason": payment.reason,
        "amount_minor": payment.amount_minor,
        "currency": payment.currency.code(),
    });
    let entry = Action::PaymentAccepted.on(&payment.id, details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    Ok(())
}
