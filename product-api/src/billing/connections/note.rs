//! Notes what other modules see of a connection: errors of Stripe, and signatures of deliveries.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::apply_event::apply_now;
use super::connection::{MAX_BAD_SIGNATURES, StripeConnection};
use super::connection_state::{ConnectionEvent, ConnectionTrouble};
use super::store::{checks, connections};
use crate::app::App;
use crate::billing::stripe::StripeError;

/// Time without a response of Stripe after which a connection is degraded.
const MAX_OPEN_TIME: Duration = Duration::from_mins(10);

/// Notes an error of a call: 401 revokes the connection, 403 degrades it, and so does a long outage.
pub(crate) async fn note_error(
    app: &App,
    connection_id: &str,
    error: &StripeError,
) -> Result<(), Failure> {
    match event_of(app, connection_id, error) {
        Some(event) => apply_now(app, connection_id, &event).await,
        None => Ok(()),
    }
}

fn event_of(app: &App, connection_id: &str, error: &StripeError) -> Option<ConnectionEvent> {
    match error {
        StripeError::Unauthorized => Some(ConnectionEvent::KeyRefused),
        StripeError::MissingPermission { .. } => {
            let name = error.permission().unwrap_or("unknown").to_owned();
            let trouble = ConnectionTrouble::MissingPermission(name);
            Some(ConnectionEvent::Trouble(trouble))
        }
        StripeError::Unavailable => {
            let open_time = app.stripe.circuit_open_time(connection_id)?;
            let trouble = ConnectionEvent::Trouble(ConnectionTrouble::Unreachable);
            (open_time >= MAX_OPEN_TIME).then_some(trouble)
        }
        StripeError::Refused(_)
        | StripeError::RateLimited
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => None,
    }
}

/// Degrades a connection of which a part does not work.
pub(crate) async fn note_trouble(
    app: &App,
    connection_id: &str,
    trouble: ConnectionTrouble,
) -> Result<(), Failure> {
    apply_now(app, connection_id, &ConnectionEvent::Trouble(trouble)).await
}

/// Counts a delivery with a wrong signature; the third in a row degrades the connection.
///
/// Nothing is written after that, so that strangers cannot keep the database busy.
pub(crate) async fn note_bad_signature(app: &App, connection_id: &str) -> Result<(), Failure> {
    let seen = {
        let mut reader = app.database.reader().await?;
        connections::find(&mut reader.connection(), connection_id).await?
    };
    if seen.is_none_or(|seen| seen.bad_signatures >= MAX_BAD_SIGNATURES) {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    let counted = checks::count_bad_signature(&mut transaction.connection(), connection_id).await?;
    transaction.commit().await?;
    if counted < MAX_BAD_SIGNATURES {
        return Ok(());
    }
    note_trouble(app, connection_id, ConnectionTrouble::BadSignatures).await
}

/// Forgets wrong signatures after a right one; writes nothing if there are none.
pub(crate) async fn note_good_signature(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
) -> Result<(), Failure> {
    if connection.bad_signatures == 0 {
        return Ok(());
    }
    checks::forget_bad_signatures(db, &connection.id).await
}
