//! Links by which a password can be set.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

/// The most live links of one address; an older one ends for a newer.
const MOST_LIVE: i64 = 3;

const INSERT: &str = "INSERT INTO password_links (token, identifier, created_at, expires_at) VALUES ($1, $2, $3, $4)";
const PRUNE: &str = "DELETE FROM password_links WHERE token IN (SELECT token FROM password_links \
     WHERE identifier = $1 ORDER BY created_at DESC, token DESC LIMIT 1000 OFFSET $2)";
const IS_LIVE: &str = "SELECT identifier FROM password_links WHERE token = $1 AND identifier = $2 AND expires_at > $3";
const TAKE: &str =
    "DELETE FROM password_links WHERE token = $1 AND identifier = $2 AND expires_at > $3";
const DELETE_OF: &str = "DELETE FROM password_links WHERE identifier = $1";

/// Links that nobody used.
pub(crate) const EXPIRED: Expired = expired!("password_links", key "token", at "expires_at");

/// Adds a link, and ends the oldest of its address when there are too many.
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
            .bind(MOST_LIVE)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("ending an address's oldest password links")
}

/// Whether a link could be used now.
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
    .failed("looking at a password link")?;
    Ok(row.is_some())
}

/// Takes a link, once: of many who try at a time one gets it. A wrong address leaves it untouched.
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
    .failed("taking a password link")
}

/// Ends every link of an address.
pub(crate) async fn delete_of(db: &mut Connection<'_>, identifier: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE_OF)
            .bind(identifier)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("ending an address's password links")
}
