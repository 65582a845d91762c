//! Links that set a password.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

/// Maximum number of live links of one address; the oldest ends for a new one.
const MAX_ACTIVE: i64 = 3;

const INSERT: &str = "INSERT INTO password_links (token, identifier, created_at, expires_at) VALUES ($1, $2, $3, $4)";
const PRUNE: &str = "DELETE FROM password_links WHERE token IN (SELECT token FROM password_links \
     WHERE identifier = $1 ORDER BY created_at DESC, token DESC LIMIT 1000 OFFSET $2)";
const IS_LIVE: &str = "SELECT identifier FROM password_links WHERE token = $1 AND identifier = $2 AND expires_at > $3";
const TAKE: &str =
    "DELETE FROM password_links WHERE token = $1 AND identifier = $2 AND expires_at > $3";
const DELETE_OF: &str = "DELETE FROM password_links WHERE identifier = $1";

/// Expired links.
pub(crate) const EXPIRED: ExpiredRows = expired!("password_links", key "token", at "expires_at");

/// Adds a link, and deletes the oldest of its address beyond the maximum.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    token: &str,
    identifier: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(token)
            .bind(identifier)
            .bind(now.micros())
            .bind(expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding a password link")?;
    on_engine!(db, |c| {
        sqlx::query(PRUNE)
            .bind(identifier)
            .bind(MAX_ACTIVE)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("ending an address's oldest password links")
}

/// Returns true if a link is valid now.
pub(crate) async fn is_live(
    db: &mut Connection<'_>,
    token: &str,
    identifier: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(IS_LIVE)
            .bind(token)
            .bind(identifier)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a password link")?;
    Ok(row.is_some())
}

/// Uses a link up; only one of several concurrent requests gets it. A wrong address changes nothing.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    token: &str,
    identifier: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(TAKE)
            .bind(token)
            .bind(identifier)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("redeeming a password link")
}

/// Deletes every link of an address.
pub(crate) async fn delete_all(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE_OF)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("ending an address's password links")
}
