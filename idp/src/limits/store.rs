//! Counters in the database: one row a key, which ends with its window.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const TAKE: &str = "INSERT INTO limits (key, taken, ends_at) VALUES ($1, 1, $3) \
     ON CONFLICT (key) DO UPDATE SET \
     taken = CASE WHEN limits.ends_at <= $2 THEN 1 ELSE limits.taken + 1 END, \
     ends_at = CASE WHEN limits.ends_at <= $2 THEN $3 ELSE limits.ends_at END \
     WHERE limits.ends_at <= $2 OR limits.taken < $4";
const GIVE_BACK: &str = "UPDATE limits SET taken = taken - 1 WHERE key = $1 AND taken > 0";
const FORGET: &str = "DELETE FROM limits WHERE key = $1";
const REACHED: &str = "SELECT taken FROM limits WHERE key = $1 AND taken >= $2 AND ends_at > $3";
const END: &str = "SELECT ends_at FROM limits WHERE key = $1";

/// Windows that are over.
pub(crate) const EXPIRED: Expired = expired!("limits", key "key", at "ends_at");

/// Takes one of `most`, in a window that begins now and ends at `ends_at` when there is none; false when all are taken.
/// One statement decides, and the row stays locked until the caller commits.
pub(super) async fn take(
    db: &mut Connection<'_>,
    key: &str,
    most: i64,
    now: Timestamp,
    ends_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(key)
            .bind(now.micros())
            .bind(ends_at.micros())
            .bind(most)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting towards a limit")
}

/// Returns true when `most` are taken in a window that has not ended.
pub(super) async fn is_reached(
    db: &mut Connection<'_>,
    key: &str,
    most: i64,
    now: Timestamp,
) -> Result<bool, Failure> {
    let found: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(REACHED)
            .bind(key)
            .bind(most)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a limit")?;
    Ok(found.is_some())
}

/// Gives one back.
pub(super) async fn give_back(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    run(db, GIVE_BACK, key).await
}

/// Forgets a key.
pub(super) async fn forget(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    run(db, FORGET, key).await
}

async fn run(db: &mut Connection<'_>, statement: &'static str, key: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(key)
        .execute(c)
        .await
        .map(|_| ()))
    .failed("giving something limited back")
}

/// When a key's window ends.
pub(super) async fn end(db: &mut Connection<'_>, key: &str) -> Result<Option<Timestamp>, Failure> {
    let ends_at: Option<i64> = on_engine!(db, |c| {
        sqlx::query_scalar(END).bind(key).fetch_optional(c).await
    })
    .failed("reading a limit")?;
    Ok(ends_at.map(Timestamp::from_micros))
}
