//! The table of received events.

use std::collections::BTreeSet;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::inbox::received_event::ReceivedEvent;
use crate::billing::marks::ObjectKind;

const INSERT: &str = "\
    INSERT INTO stripe_event (connection_id, event_id, type, object_kind, object_id, created_at, received_at, source, state, \
        reason)";
const UNLESS_KNOWN: &str = " ON CONFLICT DO NOTHING RETURNING connection_id, event_id";
const COLUMNS: usize = 10;

const LAST: &str = "SELECT MAX(received_at) FROM stripe_event WHERE connection_id = $1";

const LAST_REFUSED: &str = "\
    SELECT event_id, type AS event_type, reason, received_at FROM stripe_event \
    WHERE connection_id = $1 AND state = 'refused' ORDER BY received_at DESC LIMIT 1";

/// The newest event of a connection that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::inbox) struct RefusedEvent {
    /// Stripe's id.
    pub(in crate::billing::inbox) event_id: String,
    /// The type.
    pub(in crate::billing::inbox) event_type: String,
    /// The reason as a word.
    pub(in crate::billing::inbox) reason: String,
    /// The time at which it arrived.
    pub(in crate::billing::inbox) received_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct RefusedRow {
    event_id: String,
    event_type: String,
    reason: Option<String>,
    received_at: i64,
}

impl From<RefusedRow> for RefusedEvent {
    fn from(row: RefusedRow) -> Self {
        Self {
            event_id: row.event_id,
            event_type: row.event_type,
            reason: row.reason.unwrap_or_default(),
            received_at: Timestamp::from_micros(row.received_at),
        }
    }
}

/// Records events that are not known yet. Returns the connections and ids of those that it recorded.
pub(in crate::billing::inbox) async fn insert_new(
    db: &mut Connection<'_>,
    events: &[&ReceivedEvent],
    now: Timestamp,
) -> Result<BTreeSet<(String, String)>, Failure> {
    let mut recorded = BTreeSet::new();
    for portion in padded(events, COLUMNS) {
        let text = portion.insert(db, INSERT, UNLESS_KNOWN);
        let rows: Vec<(String, String)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (event, slot) in portion.rows() {
                query = query
                    .bind(slot.some(event.connection_id.as_str()))
                    .bind(event.event_id.as_str())
                    .bind(event.event_type.as_str())
                    .bind(event.object_kind.map(ObjectKind::word))
                    .bind(event.object_id.as_deref())
                    .bind(event.created_at.micros())
                    .bind(now.micros())
                    .bind(event.source.word())
                    .bind(event.state.word())
                    .bind(event.reason);
            }
            query.fetch_all(c).await
        })
        .failed("recording events")?;
        recorded.extend(rows);
    }
    Ok(recorded)
}

/// Returns the time at which the last event of a connection arrived.
pub(in crate::billing::inbox) async fn last_received_at(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let last: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(LAST)
        .bind(connection_id)
        .fetch_one(c)
        .await)
    .failed("reading the last event")?;
    Ok(last.map(Timestamp::from_micros))
}

/// Returns the newest event of a connection that was refused.
pub(in crate::billing::inbox) async fn last_refused(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<RefusedEvent>, Failure> {
    let row: Option<RefusedRow> = on_engine!(db, |c| sqlx::query_as(LAST_REFUSED)
        .bind(connection_id)
        .fetch_optional(c)
        .await)
    .failed("reading the last refused event")?;
    Ok(row.map(RefusedEvent::from))
}
