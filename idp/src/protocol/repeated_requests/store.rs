//! Outcomes of one-time requests in the database.

use std::time::Duration;

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const PUT: &str = "INSERT INTO repeated_requests (key, outcome, expires_at) VALUES ($1, $2, $3) \
    ON CONFLICT (key) DO UPDATE SET outcome = excluded.outcome, expires_at = excluded.expires_at";
const CLAIM: &str = "INSERT INTO repeated_requests (key, outcome, expires_at) VALUES ($1, '', $2) \
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at WHERE repeated_requests.expires_at <= $3";
const FIND: &str = "SELECT outcome FROM repeated_requests WHERE key = $1 AND expires_at > $2";

/// Outcomes whose requests no longer count as repeated.
pub(crate) const EXPIRED: ExpiredRows = expired!("repeated_requests", key "key", at "expires_at");

/// Stores an outcome; replaces an earlier one.
pub(super) async fn put(
    db: &mut Connection<'_>,
    key: &str,
    outcome: &str,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(PUT)
            .bind(key)
            .bind(outcome)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing the outcome of a request")
}

/// Stores a key without an outcome; false if it is stored and has not expired.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    key: &str,
    now: Timestamp,
    lifetime: Duration,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(CLAIM)
            .bind(key)
            .bind(now.plus(lifetime).micros())
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("claiming the key of a request")
}

/// Returns the outcome stored under a key, unless it has expired.
pub(super) async fn find(
    db: &mut Connection<'_>,
    key: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND)
            .bind(key)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("finding the outcome of a request")
}
