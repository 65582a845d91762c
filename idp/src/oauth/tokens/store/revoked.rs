//! Signed access tokens that were revoked before their expiry.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str = "INSERT INTO revoked_tokens (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
const IS_REVOKED: &str = "SELECT 1 FROM revoked_tokens WHERE digest = $1";

/// Entries of tokens that have expired anyway.
pub(crate) const EXPIRED: ExpiredRows = expired!("revoked_tokens", key "digest", at "expires_at");

/// Records that a token is revoked.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    digest: &str,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(digest)
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording a revoked token")
}

/// Returns true if a token is revoked.
pub(in crate::oauth::tokens) async fn is_revoked(
    db: &mut Connection<'_>,
    digest: &str,
) -> Result<bool, Failure> {
    let row: Option<(i32,)> = on_engine!(db, |c| {
        sqlx::query_as(IS_REVOKED)
            .bind(digest)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a revoked token")?;
    Ok(row.is_some())
}
