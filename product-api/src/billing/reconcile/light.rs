//! Light comparison: reads the newest events of each connection, which webhooks may have lost. Waiting objects, checkouts past
//! their time, top-ups whose payment had no answer and claims of lost servers are taken up by the inbox and the sweep.

use std::time::Duration;

use foundation::Failure;

use super::store::schedule;
use crate::app::App;
use crate::billing::connections::{Delivery, find_connection, note_error};
use crate::billing::inbox::read_newest_events;
use crate::billing::marks::ApplyError;
use crate::billing::stripe::CircuitState;

/// Time between two light comparisons of a connection.
const INTERVAL: Duration = Duration::from_mins(5);

/// Reads the newest events of each connection that is due. A connection without an answer delays no other one.
pub(super) async fn compare_lightly(app: &App) -> Result<(), Failure> {
    let due = {
        let mut reader = app.database.reader().await?;
        schedule::due_light(&mut reader.connection(), app.clock.now()).await?
    };
    for connection_id in due {
        if app.background.stopping().is_cancelled() {
            break;
        }
        compare(app, &connection_id).await?;
    }
    Ok(())
}

async fn compare(app: &App, connection_id: &str) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let next_at = now.plus(INTERVAL);
    let is_claimed = schedule::claim_light(&mut db, connection_id, now, next_at).await?;
    let connection = find_connection(&mut db, connection_id).await?;
    transaction.commit().await?;
    let usable = connection.filter(|connection| {
        // Events of the others are polled.
        connection.state.is_usable() && connection.delivery == Delivery::Webhook
    });
    let is_open = app.stripe.circuit_state(connection_id) == CircuitState::Open;
    let Some(connection) = usable.filter(|_| is_claimed && !is_open) else {
        return Ok(());
    };
    match read_newest_events(app, &connection).await {
        Ok(()) => Ok(()),
        Err(ApplyError::Stripe(error)) => note_error(app, connection_id, &error).await,
        Err(ApplyError::Failure(failure)) => Err(failure),
    }
}
