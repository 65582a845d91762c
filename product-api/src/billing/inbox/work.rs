//! Works on marked objects: claims those of one connection, applies some at a time, and records the outcomes.

use foundation::Failure;
use futures_util::future::join_all;

use super::attempt::attempt;
use super::schedule::{LEASE, MAX_CLAIMED};
use super::store::claims::{self, AttemptOutcome, ClaimedObject};
use crate::app::App;
use crate::billing::connections::{StripeConnection, find_connection, mail_dead_letter};
use crate::billing::stripe::CircuitState;

/// Applies some due objects of a connection; false if there are none, or if they have to wait.
pub(super) async fn work(app: &App, connection_id: &str) -> Result<bool, Failure> {
    let Some(connection) = find_usable(app, connection_id).await? else {
        return Ok(false);
    };
    let claimed = claim(app, connection_id).await?;
    let attempts = claimed
        .iter()
        .map(|claimed| attempt_and_record(app, &connection, claimed));
    // A failure of one ends no other.
    let ended: Vec<Result<(), Failure>> = join_all(attempts).await;
    let ended: Vec<()> = ended.into_iter().collect::<Result<_, Failure>>()?;
    Ok(!ended.is_empty())
}

/// Returns a connection with whose key calls may be made now.
async fn find_usable(app: &App, connection_id: &str) -> Result<Option<StripeConnection>, Failure> {
    if app.stripe.circuit_state(connection_id) == CircuitState::Open {
        return Ok(None);
    }
    let mut reader = app.database.reader().await?;
    let found = find_connection(&mut reader.connection(), connection_id).await?;
    Ok(found.filter(|connection| connection.state.is_usable()))
}

/// Claims due objects, so that servers together apply no more than the maximum of a connection. Two servers that count at the
/// same time may exceed it once.
async fn claim(app: &App, connection_id: &str) -> Result<Vec<ClaimedObject>, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let free = MAX_CLAIMED - claims::count_claimed(&mut db, connection_id, now).await?;
    if free <= 0 {
        return Ok(Vec::new());
    }
    let claimed = claims::claim(&mut db, connection_id, now, now.plus(LEASE), free).await?;
    transaction.commit().await?;
    Ok(claimed)
}

async fn attempt_and_record(
    app: &App,
    connection: &StripeConnection,
    claimed: &ClaimedObject,
) -> Result<(), Failure> {
    let outcome = attempt(app, connection, claimed).await?;
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_ours = claims::record(&mut db, &connection.id, claimed, &outcome, now).await?;
    if let (true, AttemptOutcome::Dead { error }) = (is_ours, &outcome) {
        mail_dead_letter(app, &mut db, connection, error).await?;
    }
    transaction.commit().await?;
    if is_ours {
        report(connection, claimed, &outcome);
    }
    Ok(())
}

fn report(connection: &StripeConnection, claimed: &ClaimedObject, outcome: &AttemptOutcome) {
    metrics::counter!("api_stripe_objects_total", "outcome" => outcome.word()).increment(1);
    if let AttemptOutcome::Dead { error } = outcome {
        tracing::warn!(
            connection = connection.id,
            kind = claimed.kind.word(),
            object = claimed.object_id,
            error,
            "an object of Stripe is not applied any more"
        );
    }
}
