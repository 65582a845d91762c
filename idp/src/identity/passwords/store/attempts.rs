//! Numbers of recent password attempts, per account and per network.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const TAKE: &str = "INSERT INTO password_tries (key, tries, since) VALUES ($1, 1, $2) \
     ON CONFLICT (key) DO UPDATE SET \
     tries = CASE WHEN password_tries.since <= $3 THEN 1 ELSE password_tries.tries + 1 END, \
     since = CASE WHEN password_tries.since <= $3 THEN $2 ELSE password_tries.since END \
     WHERE password_tries.since <= $3 OR password_tries.tries < $4";
const GIVE_BACK: &str = "UPDATE password_tries SET tries = tries - 1 WHERE key = $1 AND tries > 0";
const FORGET: &str = "DELETE FROM password_tries WHERE key = $1";

/// Windows by their beginning.
pub(crate) const EXPIRED: ExpiredRows = expired!("password_tries", key "key", at "since");

/// Counts an attempt in a window that began after `since`; returns false if there were `most` already. One statement decides.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    key: &str,
    most: i64,
    now: Timestamp,
    since: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(key)
            .bind(now.micros())
            .bind(since.micros())
            .bind(most)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("counting a password attempt")
}

/// Subtracts an attempt that turned out to be right.
pub(crate) async fn give_back(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(GIVE_BACK)
            .bind(key)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("subtracting a password attempt")
}

/// Deletes the attempts.
pub(crate) async fn forget(db: &mut Connection<'_>, key: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(FORGET).bind(key).execute(c).await.map(|_| ())
    })
    .failed("deleting the attempts of a password")
}
