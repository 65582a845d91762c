//! Ends attempts that bought nothing: at once, or after their invoice was given up at Stripe.

use foundation::Failure;

use super::apply_facts::fail;
use super::attempt::Attempt;
use super::attempt_state::AttemptState;
use super::locked_topup::{lock_both, save_both};
use crate::app::App;

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

/// Ends an attempt about which nothing more can be learned.
pub(super) async fn end(app: &App, found: &Attempt, word: &str) -> Result<(), Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(end_in_transaction(app, found, word).await)
}

async fn end_in_transaction(app: &App, found: &Attempt, word: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_both(&mut db, found).await?;
    let Some(mut locked) = locked.filter(|locked| locked.attempt.state.is_open()) else {
        return transaction.rollback().await;
    };
    fail(app, &mut db, &mut locked, word).await?;
    save_both(app, &mut db, &locked, None).await?;
    transaction.commit().await
}
