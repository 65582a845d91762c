//! The table of the times at which connections are compared next: `light_at` by a light comparison, `full_at` by a run.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const DUE_LIGHT: &str = "\
    SELECT c.id FROM stripe_connection c LEFT JOIN reconcile_schedule s ON s.connection_id = c.id \
    WHERE c.state IN ('active', 'degraded') AND COALESCE(s.light_at, 0) <= $1 \
    ORDER BY COALESCE(s.light_at, 0), c.id LIMIT 64";

// A new connection has nothing to compare yet.
const DUE_FULL: &str = "\
    SELECT c.id FROM stripe_connection c LEFT JOIN reconcile_schedule s ON s.connection_id = c.id \
    WHERE c.state IN ('active', 'degraded') AND COALESCE(s.full_at, c.created_at + $2) <= $1 \
    ORDER BY COALESCE(s.full_at, c.created_at + $2), c.id LIMIT 16";

/// Changes nothing if another server has just begun a light comparison.
const CLAIM_LIGHT: &str = "\
    INSERT INTO reconcile_schedule (connection_id, light_at, created_at, updated_at) VALUES ($1, $3, $2, $2) \
    ON CONFLICT (connection_id) DO UPDATE SET light_at = excluded.light_at, updated_at = excluded.updated_at \
        WHERE reconcile_schedule.light_at <= excluded.updated_at";

const USABLE: &str = "\
    SELECT id FROM stripe_connection WHERE state IN ('active', 'degraded') ORDER BY created_at, id LIMIT 1000";

const SET_FULL: &str = "\
    INSERT INTO reconcile_schedule (connection_id, light_at, full_at, created_at, updated_at) VALUES ($1, $2, $3, $2, $2) \
    ON CONFLICT (connection_id) DO UPDATE SET full_at = excluded.full_at, updated_at = excluded.updated_at";

/// Returns connections whose light comparison is due.
pub(in crate::billing::reconcile) async fn due_light(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE_LIGHT)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding connections to compare")
}

/// Returns connections whose whole comparison is due; a new one is due `interval` microseconds after its creation.
pub(in crate::billing::reconcile) async fn due_full(
    db: &mut Connection<'_>,
    now: Timestamp,
    interval: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DUE_FULL)
        .bind(now.micros())
        .bind(interval)
        .fetch_all(c)
        .await)
    .failed("finding connections to compare")
}

/// Claims the light comparison of a connection, and sets the time of the next one; false if another server has it.
pub(in crate::billing::reconcile) async fn claim_light(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
    next_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(CLAIM_LIGHT)
        .bind(connection_id)
        .bind(now.micros())
        .bind(next_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("claiming the comparison of a connection")
}

/// Sets the time of the next whole comparison of a connection.
pub(in crate::billing::reconcile) async fn set_full(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
    next_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(SET_FULL)
        .bind(connection_id)
        .bind(now.micros())
        .bind(next_at.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("setting the next comparison of a connection")
}

/// Returns the connections whose keys can be used, oldest first.
pub(in crate::billing::reconcile) async fn list_usable(
    db: &mut Connection<'_>,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(USABLE).fetch_all(c).await)
        .failed("listing connections to compare")
}
