//! Attempts that came back: each counts once.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const USE: &str = "INSERT INTO used_attempts (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";

/// What is over.
pub(crate) const EXPIRED: Expired = expired!("used_attempts", key "digest", at "expires_at");

/// Uses an attempt: of many who try at a time one gets it.
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
