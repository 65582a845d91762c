//! Counters in the database: one row per key, which expires with its window.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const TAKE: &str = "INSERT INTO limits (key, taken, ends_at) VALUES ($1, 1, $3) \
     ON CONFLICT (key) DO UPDATE SET \
     taken = CASE WHEN limits.ends_at <= $2 THEN 1 ELSE limits.taken + 1 END, \
     ends_at = CASE WHEN limits.ends_at <= $2 THEN $3 ELSE limits.ends_at END \
     WHERE limits.ends_at <= $2 OR limits.taken < $4";
const GIVE_BACK: &str = "UPDATE limits SET taken = taken - 1 WHERE key = $1 AND taken > 0";
const DELETE: &str = "DELETE FROM limits WHERE key = $1";
const REACHED: &str = "SELECT taken FROM limits WHERE key = $1 AND taken >= $2 AND ends_at > $3";
const END: &str = "SELECT ends_at FROM limits WHERE key = $1";

/// Windows that have ended.
pub(crate) const EXPIRED: ExpiredRows = expired!("limits", key "key", at "ends_at");

/// Counts one action of at most `max`; without a current window, a new one ends at `ends_at`. Returns false if the
/// limit is reached. One statement decides, and the row stays locked until the caller commits.
pub(super) async fn take(
    db: &mut Connection<'_>,
    key: &str,
    max: i64,
    now: Timestamp,
    ends_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(key)
            .bind(now.micros())
            .bind(ends_at.micros())
            .bind(max)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting towards a limit")
}

/// Returns true if the current window's limit is reached.
pub(super) async fn is_reached(
    db: &mut Connection<'_>,
    key: &str,
    max: i64,
    now: Timestamp,
) -> Result<bool, Failure> {
    let found: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(REACHED)
            .bind(key)
            .bind(max)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a limit")?;
    Ok(found.is_some())
}

/// Subtracts one action.
pub(super) async fn give_back(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    run(db, GIVE_BACK, key).await
}

/// Deletes a counter.
pub(super) async fn reset(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    run(db, DELETE, key).await
}

async fn run(db: &mut Connection<'_>, statement: &'static str, key: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(key)
        .execute(c)
        .await
        .map(|_| ()))
    .failed("lowering a counter of a limit")
}

/// Returns the end of a key's window.
pub(super) async fn end(db: &mut Connection<'_>, key: &str) -> Result<Option<Timestamp>, Failure> {
    let ends_at: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(END).bind(key).fetch_optional(c).await
    })
    .failed("reading a limit")?;
    Ok(ends_at.map(Timestamp::from_micros))
}
