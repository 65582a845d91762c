//! Figures of the inbox: of one connection for its owner, and of all for metrics and health.

use foundation::telemetry::Backlog;
use foundation::{Connection, Failure, Timestamp};

use super::store::{events, lists};
use crate::app::App;

/// Figures of one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionFigures {
    /// The objects that wait, a thousand at most.
    pub(crate) backlog: Backlog,
    /// The number of dead objects, ten thousand at most.
    pub(crate) dead: i64,
    /// The time at which the last event arrived.
    pub(super) last_event_at: Option<Timestamp>,
    /// The newest event that was refused.
    pub(super) last_refused: Option<events::RefusedEvent>,
}

/// Reads the figures of a connection.
pub(super) async fn read_figures(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<ConnectionFigures, Failure> {
    Ok(ConnectionFigures {
        backlog: lists::backlog_of_connection(db, connection_id).await?,
        dead: lists::count_dead_of_connection(db, connection_id).await?,
        last_event_at: events::last_received_at(db, connection_id).await?,
        last_refused: events::last_refused(db, connection_id).await?,
    })
}

/// Returns the objects that wait, of connections whose key may be used.
pub(crate) async fn read_backlog(app: &App) -> Result<Backlog, Failure> {
    let mut reader = app.database.reader().await?;
    lists::backlog(&mut reader.connection()).await
}

/// Counts the dead objects of all connections.
pub(crate) async fn count_dead(app: &App) -> Result<i64, Failure> {
    let mut reader = app.database.reader().await?;
    lists::count_dead(&mut reader.connection()).await
}
