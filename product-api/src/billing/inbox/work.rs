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
        .map(|claimed| attempt(app, &connection, claimed));
    let ended = join_all(attempts).await;
    let (mut outcomes, mut failures) = (Vec::new(), Vec::new());
    for (claimed, ended) in claimed.iter().zip(ended) {
        match ended {
            Ok(outcome) => outcomes.push((claimed, outcome)),
            Err(failure) => failures.push(failure),
        }
    }
    record_all(app, &connection, outcomes).await?;
    // A failure of one ends no other.
    failures.pop().map_or(Ok(!claimed.is_empty()), Err)
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

/// Records the outcomes of attempts in one transaction.
async fn record_all(
    app: &App,
    connection: &StripeConnection,
    mut outcomes: Vec<(&ClaimedObject, AttemptOutcome)>,
) -> Result<(), Failure> {
    if outcomes.is_empty() {
        return Ok(());
    }
    // All transactions lock the rows of objects in one order.
    outcomes.sort_by_key(|(claimed, _)| (claimed.kind, claimed.object_id.as_str()));
    let now = app.clock.now();
    let mut recorded = Vec::with_capacity(outcomes.len());
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    for (claimed, outcome) in outcomes {
        if !claims::record(&mut db, &connection.id, claimed, &outcome, now).await? {
            continue;
        }
        if let AttemptOutcome::Dead { error } = &outcome {
            mail_dead_letter(app, &mut db, connection, error).await?;
        }
        recorded.push((claimed, outcome));
    }
    transaction.commit().await?;
    for (claimed, outcome) in recorded {
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
