//! The table of readings of events, for connections without a webhook endpoint.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const DUE: &str = "\
    SELECT c.id FROM stripe_connection c LEFT JOIN stripe_poll p ON p.connection_id = c.id \
    WHERE c.state IN ('active', 'degraded') AND c.delivery = 'poll' AND COALESCE(p.next_at, 0) <= $1 \
    ORDER BY COALESCE(p.next_at, 0), c.id LIMIT $2";

/// Changes nothing if another server has just claimed the reading.
const CLAIM: &str = "\
    INSERT INTO stripe_poll (connection_id, next_at, created_at, updated_at) VALUES ($1, $3, $2, $2) \
    ON CONFLICT (connection_id) DO UPDATE SET next_at = excluded.next_at, updated_at = excluded.updated_at \
        WHERE stripe_poll.next_at <= excluded.updated_at \
    RETURNING read_until";

const FINISH: &str = "\
    UPDATE stripe_poll SET next_at = $3, read_until = COALESCE($4, read_until), updated_at = $2 WHERE connection_id = $1";

/// A claimed reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::inbox) struct ClaimedPoll {
    /// The start of the last complete reading.
    pub(in crate::billing::inbox) read_until: Option<Timestamp>,
}

/// Returns connections whose events are to be read now.
pub(in crate::billing::inbox) async fn due(
    db: &mut Connection<'_>,
    now: Timestamp,
    most: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(now.micros())
        .bind(most)
        .fetch_all(c)
        .await)
    .failed("finding events to be read")
}

/// Claims the reading of a connection's events until a time; `None` if another server has it.
pub(in crate::billing::inbox) async fn claim(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<ClaimedPoll>, Failure> {
    let claimed: Option<Option<i64>> = on_engine!(db, |c| sqlx::query_scalar(CLAIM)
        .bind(connection_id)
        .bind(now.micros())
        .bind(until.micros())
        .fetch_optional(c)
        .await)
    .failed("claiming the reading of events")?;
    Ok(claimed.map(|read_until| ClaimedPoll {
        read_until: read_until.map(Timestamp::from_micros),
    }))
}

/// Ends a reading; `read_until` is its start if it was complete.
pub(in crate::billing::inbox) async fn finish(
    db: &mut Connection<'_>,
    connection_id: &str,
    read_until: Option<Timestamp>,
    next_at: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FINISH)
        .bind(connection_id)
        .bind(now.micros())
        .bind(next_at.micros())
        .bind(read_until.map(Timestamp::micros))
        .execute(c)
        .await
        .map(drop))
    .failed("recording the reading of events")
}
