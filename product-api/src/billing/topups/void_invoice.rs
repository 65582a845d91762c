//! Gives the invoice of an attempt up: once it is void, it can no longer be paid.

use foundation::Failure;

use super::apply_facts::apply_facts;
use super::attempt::Attempt;
use super::attempt_state::AttemptState;
use super::decline::NEVER_PAID;
use super::locked_topup::{lock_both, save_both};
use super::read_facts::fetch_facts;
use super::run_attempt::end;
use super::topup_facts::InvoiceStatus;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeError};

/// Notes that an attempt is to be given up for a reason; one that has an outcome stays as it is.
pub(super) async fn give_up(app: &App, found: &Attempt, word: &str) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_both(&mut db, found).await?;
    let is_same = |attempt: &Attempt| attempt.state == found.state && attempt.state.is_open();
    let Some(mut locked) = locked.filter(|locked| is_same(&locked.attempt)) else {
        return transaction.rollback().await;
    };
    locked.attempt.state = AttemptState::Voiding;
    locked.attempt.code = Some(word.to_owned());
    locked.attempt.action_url = None;
    save_both(app, &mut db, &locked, Some(now)).await?;
    transaction.commit().await
}

/// Voids the invoice of an attempt, or deletes its draft, and applies it as it is then: it may have been paid just before.
pub(super) async fn void_invoice(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let word = attempt.code.as_deref().unwrap_or(NEVER_PAID);
    let Some(invoice) = &attempt.stripe_invoice else {
        return Ok(end(app, attempt, word).await?);
    };
    let account = open_account(app, connection, Priority::TopUp)?;
    let facts = match fetch_facts(&account, invoice).await {
        Ok(facts) => facts,
        // A draft that was deleted by a call whose response was lost.
        Err(error) if error.is_missing() => return Ok(end(app, attempt, word).await?),
        Err(error) => return Err(error.into()),
    };
    let given_up = match facts.status {
        InvoiceStatus::Draft => account.delete_invoice(invoice).await.map(drop),
        InvoiceStatus::Open => account.void_invoice(invoice).await.map(drop),
        InvoiceStatus::Paid | InvoiceStatus::Closed | InvoiceStatus::Unknown => Ok(()),
    };
    match given_up {
        Ok(()) if facts.status == InvoiceStatus::Draft => {
            return Ok(end(app, attempt, word).await?);
        }
        // A refusal means that it was paid, or given up by another server.
        Ok(()) | Err(StripeError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let facts = fetch_facts(&account, invoice).await?;
    apply_facts(app, connection, &facts).await?;
    Ok(())
}
