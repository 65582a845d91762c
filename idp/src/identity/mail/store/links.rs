//! Links and codes that were sent and not used yet.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::super::link::{MAX_ACTIVE, MAX_GUESSES, MAX_TRIES, StoredLink};

const INSERT: &str = "INSERT INTO sign_in_tokens \
     (token, identifier, attempt, code, callback_url, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
const PRUNE: &str = "DELETE FROM sign_in_tokens WHERE token IN (SELECT token FROM sign_in_tokens \
     WHERE identifier = $1 ORDER BY created_at DESC, token DESC LIMIT 1000 OFFSET $2)";
const IS_LIVE: &str = "SELECT identifier FROM sign_in_tokens WHERE token = $1 AND identifier = $2 AND expires_at > $3";
const TAKE: &str = "DELETE FROM sign_in_tokens WHERE token = $1 AND identifier = $2 AND expires_at > $3 \
     RETURNING token, identifier, attempt, code, callback_url, created_at, expires_at";
const TRY: &str = "UPDATE sign_in_tokens SET tries = tries + 1 \
     WHERE attempt = $1 AND tries < $2 AND expires_at > $3 \
     RETURNING token, identifier, attempt, code, callback_url, created_at, expires_at";
const HAS_ATTEMPT: &str =
    "SELECT COUNT(*) FROM sign_in_tokens WHERE attempt = $1 AND expires_at > $2";
const TRIES: &str = "SELECT tries, COALESCE((SELECT guesses FROM code_guesses \
     WHERE code_guesses.identifier = sign_in_tokens.identifier), 0) \
     FROM sign_in_tokens WHERE attempt = $1 AND expires_at > $2";
const DELETE: &str = "DELETE FROM sign_in_tokens WHERE token = $1";

/// Expired links.
pub(crate) const EXPIRED: ExpiredRows = expired!("sign_in_tokens", key "token", at "expires_at");

#[derive(sqlx::FromRow)]
struct Row {
    token: String,
    identifier: String,
    attempt: String,
    code: String,
    callback_url: String,
    created_at: i64,
    expires_at: i64,
}

impl From<Row> for StoredLink {
    fn from(row: Row) -> Self {
        Self {
            token: row.token,
            identifier: row.identifier,
            attempt: row.attempt,
            code: row.code,
            callback_url: row.callback_url,
            created_at: Timestamp::from_micros(row.created_at),
            expires_at: Timestamp::from_micros(row.expires_at),
        }
    }
}

/// Adds a link, and deletes the oldest of its address beyond the maximum.
pub(crate) async fn insert(db: &mut Connection<'_>, link: &StoredLink) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&link.token)
            .bind(&link.identifier)
            .bind(&link.attempt)
            .bind(&link.code)
            .bind(&link.callback_url)
            .bind(link.created_at.micros())
            .bind(link.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding a sign-in link")?;
    on_engine!(db, |c| {
        sqlx::query(PRUNE)
            .bind(&link.identifier)
            .bind(MAX_ACTIVE)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("ending an address's oldest links")
}

/// Returns true if a link is valid now; does not use it.
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
    .failed("reading a sign-in link")?;
    Ok(row.is_some())
}

/// Returns true if an email of this attempt is still valid.
pub(crate) async fn has_attempt(
    db: &mut Connection<'_>,
    attempt: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| {
        sqlx::query_scalar(HAS_ATTEMPT)
            .bind(attempt)
            .bind(now.micros())
            .fetch_one(c)
            .await
    })
    .failed("looking for the mail of an attempt")?;
    Ok(count > 0)
}

/// Uses a link up; only one of several concurrent requests gets it. A wrong address changes nothing.
pub(crate) async fn take(
    db: &mut Connection<'_>,
    token: &str,
    identifier: &str,
    now: Timestamp,
) -> Result<Option<StoredLink>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(TAKE)
            .bind(token)
            .bind(identifier)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("redeeming a sign-in link")?;
    Ok(row.map(StoredLink::from))
}

/// Counts an attempt at the code of a browser's attempt; returns `None` if no attempts are left.
pub(crate) async fn count_try(
    db: &mut Connection<'_>,
    attempt: &str,
    now: Timestamp,
) -> Result<Option<StoredLink>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(TRY)
            .bind(attempt)
            .bind(MAX_TRIES)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("counting an attempt at a sign-in code")?;
    Ok(row.map(StoredLink::from))
}

/// Counts the codes that an attempt may still try, by its own attempts and its address's guesses; zero without a live
/// email.
pub(crate) async fn tries_left(
    db: &mut Connection<'_>,
    attempt: &str,
    now: Timestamp,
) -> Result<i64, Failure> {
    let row: Option<(i64, i64)> = on_engine!(db, |c| {
        sqlx::query_as(TRIES)
            .bind(attempt)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("counting the attempts at a code")?;
    Ok(row.map_or(0, |(tries, guesses)| {
        let left = MAX_TRIES
            .saturating_sub(tries)
            .min(MAX_GUESSES.saturating_sub(guesses));
        left.max(0)
    }))
}

/// Deletes a link; returns false if another request used it before.
pub(crate) async fn delete(db: &mut Connection<'_>, token: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(token)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("removing a sign-in link")
}
