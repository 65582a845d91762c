//! Used attempts: each is valid once.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const USE: &str = "INSERT INTO used_attempts (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";

/// Expired attempts.
pub(crate) const EXPIRED: ExpiredRows = expired!("used_attempts", key "digest", at "expires_at");

/// Uses an attempt up; only one of several concurrent requests gets it.
pub(super) async fn use_once(
    db: &mut Connection<'_>,
    digest: &str,
    expires_at: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(USE)
            .bind(digest)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("using an attempt")
}
