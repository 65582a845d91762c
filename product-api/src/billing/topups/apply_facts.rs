//! Applies an invoice that was fetched from Stripe: the transition of its attempt is one transaction.

use std::time::Duration;

use foundation::failure::CommitOutcome;
use foundation::{Connection, Failure};

use super::announce::{TopUpEvent, announce};
use super::attempt::{ACTION_TIME, Attempt};
use super::attempt_state::AttemptState;
use super::fulfil::{fulfil, has_payment, record_review};
use super::locked_topup::{LockedTopUp, lock_both, save_both};
use super::mail_buyer::mail_action;
use super::rule_state::RuleState;
use super::store;
use super::topup_facts::TopUpFacts;
use super::transition::{InvoiceOrigin, Transition, transition};
use crate::app::App;
use crate::billing::connections::StripeConnection;
use crate::billing::marks::Applied;
use crate::credits::PurchaseGrantError;

/// Runs of a transaction that the database rolls back because of a conflict with another one.
const MAX_RUNS: u32 = 3;
/// Time between two polls of an invoice that waits for its buyer, if no event has come.
pub(super) const POLL_INTERVAL: Duration = Duration::from_mins(30);
/// Reason of a rule whose payment waits for a decision of the seller.
const REVIEW: &str = "review";
/// Reason of a rule whose payment the buyer has to confirm.
const AUTHENTICATION: &str = "authentication_required";

/// Applies an invoice to the attempt that it names. Locks the rule, the attempt, the payment and the wallet, in this order.
pub(super) async fn apply_facts(
    app: &App,
    connection: &StripeConnection,
    facts: &TopUpFacts,
) -> Result<Applied, Failure> {
    let Some(named) = &facts.named else {
        return Ok(Applied::Foreign);
    };
    let found = {
        let mut reader = app.database.reader().await?;
        store::find(&mut reader.connection(), named).await?
    };
    let is_own = |attempt: &Attempt| {
        let invoice = attempt.stripe_invoice.as_ref();
        attempt.connection_id == connection.id && invoice.is_none_or(|id| *id == facts.id)
    };
    let Some(attempt) = found.filter(is_own) else {
        return Ok(Applied::Dead(format!(
            "The invoice names {named}, which is not a top-up with this invoice."
        )));
    };
    let mut run = 1;
    loop {
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        let applied =
            in_flight.finish_with(apply_in_transaction(app, connection, &attempt, facts).await);
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

async fn apply_in_transaction(
    app: &App,
    connection: &StripeConnection,
    found: &Attempt,
    facts: &TopUpFacts,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut locked) = lock_both(&mut db, found).await? else {
        return transaction.rollback().await;
    };
    let origin = InvoiceOrigin {
        connection_id: &connection.id,
        mode: connection.mode,
        book_mode: store::mode_of_book(&mut db, found.wallet.book_id).await?,
    };
    let step = transition(&locked.attempt, facts, origin);
    // A payment in review waits for its seller, and was recorded before.
    let is_known = step != Transition::Stay && has_payment(&mut db, &locked.attempt).await?;
    if step == Transition::Stay || is_known {
        return transaction.rollback().await;
    }
    let invoice = &mut locked.attempt.stripe_invoice;
    invoice.get_or_insert_with(|| facts.id.clone());
    book(app, &mut db, &mut locked, facts, step).await?;
    transaction.commit().await
}

/// Books what follows from a transition, and writes both rows.
async fn book(
    app: &App,
    db: &mut Connection<'_>,
    locked: &mut LockedTopUp,
    facts: &TopUpFacts,
    step: Transition,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let next_at = match step {
        Transition::Stay => return Ok(()),
        Transition::Complete => {
            complete(app, db, locked, facts).await?;
            None
        }
        Transition::Review(reason) => {
            record_review(app, db, &locked.attempt, facts, reason).await?;
            locked.attempt.code = Some(reason.to_owned());
            locked.attempt.settle(AttemptState::Failed, now);
            locked.rule.turn_off(Some(REVIEW));
            announce(app, db, &locked.attempt, TopUpEvent::Failed).await?;
            None
        }
        Transition::Act => {
            wait_for_buyer(app, db, locked, facts).await?;
            Some(now.plus(POLL_INTERVAL))
        }
        Transition::Void(word) => {
            locked.attempt.state = AttemptState::Voiding;
            locked.attempt.code = Some(word);
            Some(now)
        }
        Transition::Fail(word) => {
            fail(app, db, locked, &word).await?;
            None
        }
    };
    save_both(app, db, locked, next_at).await
}

/// Grants what was bought.
async fn complete(
    app: &App,
    db: &mut Connection<'_>,
    locked: &mut LockedTopUp,
    facts: &TopUpFacts,
) -> Result<(), Failure> {
    let attempt = &mut locked.attempt;
    let granted = fulfil(app, db, attempt, facts).await;
    granted.map_err(failure_of)?;
    attempt.total_minor = facts.total.max(0);
    attempt.code = None;
    attempt.settle(AttemptState::Paid, app.clock.now());
    locked.rule.note_paid();
    announce(app, db, attempt, TopUpEvent::Succeeded).await
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

/// Waits for the buyer, who confirms the payment on Stripe's page. A rule that has changed since asks for nothing.
async fn wait_for_buyer(
    app: &App,
    db: &mut Connection<'_>,
    locked: &mut LockedTopUp,
    facts: &TopUpFacts,
) -> Result<(), Failure> {
    let (rule, attempt) = (&mut locked.rule, &mut locked.attempt);
    attempt.state = AttemptState::Action;
    attempt.code = Some(AUTHENTICATION.to_owned());
    attempt.action_url.clone_from(&facts.hosted_url);
    attempt.action_until = Some(app.clock.now().plus(ACTION_TIME));
    if rule.state != RuleState::Active {
        return Ok(());
    }
    rule.state = RuleState::NeedsAction;
    rule.reason = Some(AUTHENTICATION.to_owned());
    announce(app, db, attempt, TopUpEvent::ActionRequired).await?;
    mail_action(app, db, attempt).await
}

/// Ends an attempt that bought nothing, and notes the reason at its rule.
pub(super) async fn fail(
    app: &App,
    db: &mut Connection<'_>,
    locked: &mut LockedTopUp,
    word: &str,
) -> Result<(), Failure> {
    let now = app.clock.now();
    locked.attempt.code = Some(word.to_owned());
    locked.attempt.settle(AttemptState::Failed, now);
    locked.rule.note_failure(word, now);
    announce(app, db, &locked.attempt, TopUpEvent::Failed).await
}
