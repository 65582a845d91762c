//! Takes the steps of an attempt at Stripe, until it has an outcome or waits for its buyer or the bank.

use std::time::Duration;

use foundation::Failure;
use foundation::http::log_failure;

use super::apply_facts::{POLL_INTERVAL, apply_facts};
use super::attempt::{Attempt, LEASE};
use super::attempt_state::AttemptState;
use super::decline::{DISCONNECTED, NEVER_PAID, NEW_CARD, RULE_CHANGED};
use super::end_attempt::{end, give_up};
use super::make_invoice::make_invoice;
use super::pay_invoice::{pay_invoice, poll_payment};
use super::read_facts::fetch_facts;
use super::rule_state::RuleState;
use super::store;
use super::void_invoice::void_invoice;
use crate::app::App;
use crate::billing::connections::{
    ConnectionState, StripeConnection, find_connection, note_error, open_account,
};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::Priority;

/// Steps that one run takes at most.
const MAX_STEPS: u32 = 8;
/// Time after which a step that did not come to an end is repeated.
const RETRY: Duration = Duration::from_mins(1);

/// Runs a due attempt, once among all servers; false if another server has it, or Stripe did not answer.
pub(super) async fn run_due(app: &App, id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_claimed = store::claim_step(&mut db, id, now, now.plus(LEASE)).await?;
    transaction.commit().await?;
    if !is_claimed {
        return Ok(false);
    }
    let attempt = load(app, id).await?;
    let connection_id = attempt.connection_id.clone();
    let Err(error) = run(app, attempt).await else {
        return Ok(true);
    };
    tracing::warn!(attempt = id, %error, "a top-up waits for its next step");
    if let ApplyError::Stripe(error) = error
        && let Err(failure) = note_error(app, &connection_id, &error).await
    {
        log_failure(&failure);
    }
    postpone(app, id, RETRY).await?;
    Ok(false)
}

async fn load(app: &App, id: &str) -> Result<Attempt, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), id).await?;
    found.ok_or_else(|| Failure::defect("a top-up was begun and is not there"))
}

async fn postpone(app: &App, id: &str, pause: Duration) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let until = app.clock.now().plus(pause);
    store::postpone(&mut transaction.connection(), id, until).await?;
    transaction.commit().await
}

/// Takes steps while they change the state.
async fn run(app: &App, mut attempt: Attempt) -> Result<(), ApplyError> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &attempt.connection_id).await?
    };
    let connection = connection.ok_or_else(|| Failure::defect("a top-up has no connection"))?;
    if connection.state == ConnectionState::Disconnected {
        // Its key is erased: nothing more can be learned of the invoice.
        return Ok(end(app, &attempt, DISCONNECTED).await?);
    }
    for _ in 0..MAX_STEPS {
        if !attempt.state.is_open() {
            return Ok(());
        }
        let before = attempt.state;
        step(app, &connection, &attempt).await?;
        attempt = load(app, &attempt.id).await?;
        if attempt.state == before {
            postpone(app, &attempt.id, pause_of(&attempt)).await?;
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the time between two looks at an attempt whose state did not change.
const fn pause_of(attempt: &Attempt) -> Duration {
    match attempt.state {
        AttemptState::Action => POLL_INTERVAL,
        AttemptState::Claimed
        | AttemptState::Invoiced
        | AttemptState::Paying
        | AttemptState::Voiding
        | AttemptState::Paid
        | AttemptState::Failed => RETRY,
    }
}

async fn step(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    match attempt.state {
        AttemptState::Claimed => make_invoice(app, connection, attempt).await,
        AttemptState::Invoiced => pay_invoice(app, connection, attempt).await,
        AttemptState::Paying => poll_payment(app, connection, attempt).await,
        AttemptState::Action => wait_for_buyer(app, connection, attempt).await,
        AttemptState::Voiding => void_invoice(app, connection, attempt).await,
        AttemptState::Paid | AttemptState::Failed => Ok(()),
    }
}

/// Looks if the buyer has confirmed the payment; gives the invoice up when the time has passed, or the rule has changed.
async fn wait_for_buyer(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let invoice = attempt.stripe_invoice.as_deref().unwrap_or_default();
    let account = open_account(app, connection, Priority::TopUp)?;
    let facts = match fetch_facts(&account, invoice).await {
        Ok(facts) => facts,
        Err(error) if error.is_missing() => return Ok(end(app, attempt, NEVER_PAID).await?),
        Err(error) => return Err(error.into()),
    };
    apply_facts(app, connection, &facts).await?;
    let rule = {
        let mut reader = app.database.reader().await?;
        store::find_rule(&mut reader.connection(), &attempt.wallet).await?
    };
    let now = app.clock.now();
    let is_over = attempt.action_until.is_none_or(|until| until <= now);
    let word = match rule.map(|rule| rule.state) {
        Some(RuleState::NeedsAction) if !is_over => return Ok(()),
        Some(RuleState::NeedsAction) => attempt.code.as_deref().unwrap_or(NEVER_PAID),
        Some(RuleState::Active) => NEW_CARD,
        Some(RuleState::NeedsCard | RuleState::NeedsConsent | RuleState::Off) | None => {
            RULE_CHANGED
        }
    };
    Ok(give_up(app, attempt, word).await?)
}
