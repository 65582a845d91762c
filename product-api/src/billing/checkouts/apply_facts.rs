//! Applies a session that was fetched from Stripe: the transition of its checkout is one transaction.

use std::time::Duration;

use foundation::failure::CommitOutcome;
use foundation::{Connection, Failure, Timestamp};

use super::checkout::{Checkout, CheckoutState, next_poll};
use super::checkout_kind::CheckoutKind;
use super::complete_plan::{complete_plan, mark_subscription};
use super::complete_setup::complete_setup;
use super::fulfil::{PaymentOutcome, fulfil, note_later_facts, record_expiry, record_outcome};
use super::mismatch::SessionOrigin;
use super::session_facts::{SessionFacts, SessionStatus};
use super::store::{self, NamedSession};
use super::transition::{Transition, transition};
use crate::app::App;
use crate::billing::connections::StripeConnection;
use crate::billing::marks::Applied;
use crate::billing::payments::PaymentState;
use crate::credits::PurchaseGrantError;

/// Runs of a transaction that the database rolls back because of a conflict with another one.
const MAX_RUNS: u32 = 3;
/// Time after the end of a session at which a server looks for its outcome, if no event has come.
pub(super) const GRACE: Duration = Duration::from_mins(1);

/// Applies a session to its checkout. Locks the checkout, its payment and the wallet, in this order.
pub(super) async fn apply_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &SessionFacts,
) -> Result<Applied, Failure> {
    let session = NamedSession {
        connection_id: &connection.id,
        session_id: &facts.id,
        reference: facts.named_checkout.as_deref(),
    };
    let id = {
        let mut reader = app.database.reader().await?;
        store::find_of_session(&mut reader.connection(), session).await?
    };
    let Some(id) = id else {
        return Ok(match &facts.named_checkout {
            Some(named) => Applied::Dead(format!(
                "The session names {named}, and {named} is not its checkout."
            )),
            None => Applied::Foreign,
        });
    };
    let mut run = 1;
    loop {
        let applied = apply_once(app, connection, &id, facts).await;
        match &applied {
            Err(failure)
                if failure.commit_outcome() == CommitOutcome::RolledBack && run < MAX_RUNS =>
            {
                run += 1;
            }
            Ok(()) | Err(_) => return applied.map(|()| Applied::Done),
        }
    }
}

async fn apply_once(
    app: &App,
    connection: &StripeConnection,
    id: &str,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(apply_in_transaction(app, connection, id, facts).await)
}

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    id: &str,
    facts: &SessionFacts,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut checkout) = store::lock(&mut db, id).await? else {
        return transaction.rollback().await;
    };
    // Another session may have become the checkout's own since the look-up.
    if *checkout
        .stripe_session_id
        .get_or_insert_with(|| facts.id.clone())
        != facts.id
    {
        return transaction.rollback().await;
    }
    let origin = SessionOrigin {
        connection_id: &connection.id,
        mode: connection.mode,
        book_mode: store::mode_of_book(&mut db, checkout.book_id).await?,
    };
    let step = transition(&checkout, facts, origin);
    let reason = book(app, &mut db, &checkout, facts, &step).await?;
    // Also without a transition, these two states get the time of their next step.
    let has_next = matches!(
        checkout.state,
        CheckoutState::New | CheckoutState::Processing
    );
    if step == Transition::Stay && !has_next {
        return transaction.commit().await;
    }
    let now = app.clock.now();
    let next_at = advance(&mut checkout, facts, &step, now);
    if let Some(reason) = reason {
        checkout.reason = Some(reason.to_owned());
    }
    store::update(&mut db, &checkout, next_at, now).await?;
    transaction.commit().await
}

/// Books what follows from a transition. Returns the reason as a word if a completed checkout turns no automatic top-up on.
async fn book(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
    step: &Transition,
) -> Result<Option<&'static str>, Failure> {
    match checkout.kind {
        CheckoutKind::Pack => book_pack(app, db, checkout, facts, step).await?,
        CheckoutKind::Plan => book_plan(app, db, checkout, facts, step).await?,
        CheckoutKind::Setup => return book_setup(app, db, checkout, facts, step).await,
    }
    Ok(None)
}

/// Books what follows from a transition of a pack's checkout.
async fn book_pack(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
    step: &Transition,
) -> Result<(), Failure> {
    let outcome = match step {
        Transition::Stay if checkout.state == CheckoutState::Completed => {
            return note_later_facts(app, db, checkout, facts).await;
        }
        Transition::Open | Transition::Stay => return Ok(()),
        Transition::Expire => return record_expiry(app, db, checkout).await,
        Transition::Complete => {
            let fulfilled = fulfil(app, db, checkout, facts).await;
            return fulfilled.map_err(failure_of);
        }
        Transition::Process => PaymentOutcome {
            state: PaymentState::Pending,
            reason: None,
        },
        Transition::Fail(reason) => PaymentOutcome {
            state: PaymentState::Failed,
            reason: reason.as_deref(),
        },
        Transition::Review(reason) => PaymentOutcome {
            state: PaymentState::Review,
            reason: Some(reason.word()),
        },
    };
    record_outcome(app, db, checkout, facts, outcome).await
}

/// Books what follows from a transition of a plan's checkout. Its money and its credits come by invoices.
async fn book_plan(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
    step: &Transition,
) -> Result<(), Failure> {
    match step {
        Transition::Open | Transition::Stay => Ok(()),
        Transition::Complete => complete_plan(app, db, checkout, facts).await,
        Transition::Expire => record_expiry(app, db, checkout).await,
        Transition::Process | Transition::Fail(_) | Transition::Review(_) => {
            mark_subscription(app, db, checkout, facts).await
        }
    }
}

/// Books what follows from a transition of an automatic top-up's checkout. There is no payment.
async fn book_setup(
    app: &App,
    db: &mut Connection<'_>,
    checkout: &Checkout,
    facts: &SessionFacts,
    step: &Transition,
) -> Result<Option<&'static str>, Failure> {
    match step {
        Transition::Complete => return complete_setup(app, db, checkout, facts).await,
        Transition::Expire => record_expiry(app, db, checkout).await?,
        Transition::Open
        | Transition::Stay
        | Transition::Process
        | Transition::Fail(_)
        | Transition::Review(_) => {}
    }
    Ok(None)
}

/// Converts a refused grant to a failure: the application is repeated until the wallet takes the credits.
fn failure_of(error: PurchaseGrantError) -> Failure {
    match error {
        PurchaseGrantError::Failure(failure) => failure,
        PurchaseGrantError::Frozen | PurchaseGrantError::Refused(_) => {
            Failure::unavailable("granting what was paid", error)
        }
    }
}

/// Changes the row as a transition says; returns the time of its next step.
fn advance(
    checkout: &mut Checkout,
    facts: &SessionFacts,
    step: &Transition,
    now: Timestamp,
) -> Option<Timestamp> {
    let (state, reason) = match step {
        Transition::Stay => (checkout.state, None),
        Transition::Open => (CheckoutState::Open, None),
        Transition::Process => (CheckoutState::Processing, None),
        Transition::Complete => (CheckoutState::Completed, None),
        Transition::Fail(reason) => (CheckoutState::Failed, reason.clone()),
        Transition::Expire => (CheckoutState::Expired, None),
        Transition::Review(reason) => (CheckoutState::Review, Some(reason.word().to_owned())),
    };
    checkout.state = state;
    checkout.reason = reason;
    let is_open = facts.status == SessionStatus::Open && state == CheckoutState::Open;
    checkout.url = facts.url.clone().filter(|_| is_open);
    checkout.closed_at = state.is_closed().then_some(now);
    match state {
        CheckoutState::New | CheckoutState::Open => Some(checkout.expires_at.plus(GRACE)),
        CheckoutState::Processing => Some(next_poll(checkout.created_at, now)),
        CheckoutState::Completed
        | CheckoutState::Failed
        | CheckoutState::Expired
        | CheckoutState::Review => None,
    }
}
