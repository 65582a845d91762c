//! Initial access tokens in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::initial_token::InitialToken;

const INSERT: &str = "INSERT INTO initial_access_tokens (id, digest, scope, uses_left, created_by, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const IS_USABLE: &str = "SELECT id, scope FROM initial_access_tokens WHERE digest = $1 AND uses_left > 0 AND expires_at > $2";
const USE_ONCE: &str = "UPDATE initial_access_tokens SET uses_left = uses_left - 1 \
    WHERE digest = $1 AND uses_left > 0 AND expires_at > $2 RETURNING id, scope";
const LIST: &str = "SELECT id, digest, scope, uses_left, created_by, created_at, expires_at FROM initial_access_tokens \
    WHERE uses_left > 0 AND expires_at > $4 AND (created_at < $1 OR (created_at = $1 AND id < $2)) \
    ORDER BY created_at DESC, id DESC LIMIT $3";
const DELETE: &str = "DELETE FROM initial_access_tokens WHERE id = $1";

/// Tokens that have expired.
pub(crate) const EXPIRED: ExpiredRows =
    expired!("initial_access_tokens", key "id", at "expires_at");

/// Id of a usable token, and the scopes for its clients.
pub(super) type UsableToken = (String, String);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    digest: String,
    scope: String,
    uses_left: i64,
    created_by: String,
    created_at: i64,
    expires_at: i64,
}

impl From<Row> for InitialToken {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            digest: row.digest,
            scope: row.scope,
            uses_left: u32::try_from(row.uses_left).unwrap_or_default(),
            created_by: row.created_by,
            created_at: Timestamp::from_micros(row.created_at),
            expires_at: Timestamp::from_micros(row.expires_at),
        }
    }
}

/// Inserts a token.
pub(super) async fn insert(db: &mut Connection<'_>, token: &InitialToken) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&token.id)
            .bind(&token.digest)
            .bind(&token.scope)
            .bind(i64::from(token.uses_left))
            .bind(&token.created_by)
            .bind(token.created_at.micros())
            .bind(token.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing an initial access token")
}

/// Finds a usable token; uses nothing up.
pub(super) async fn find_usable(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<UsableToken>, Failure> {
    take(db, IS_USABLE, digest, now).await
}

/// Counts one use of a token; `None` if none is left. One statement decides between concurrent requests.
pub(super) async fn use_once(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<UsableToken>, Failure> {
    take(db, USE_ONCE, digest, now).await
}

async fn take(
    db: &mut Connection<'_>,
    statement: &'static str,
    digest: &str,
    now: Timestamp,
) -> Result<Option<UsableToken>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("using an initial access token")
}

/// Position in the list of tokens.
#[derive(Clone, Copy)]
pub(super) struct TokenPosition<'a> {
    pub(super) created_at: Timestamp,
    pub(super) id: &'a str,
}

/// Lists usable tokens that are older than a given one, the newest first.
pub(super) async fn list(
    db: &mut Connection<'_>,
    before: TokenPosition<'_>,
    now: Timestamp,
    length: i64,
) -> Result<Vec<InitialToken>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST)
            .bind(before.created_at.micros())
            .bind(before.id)
            .bind(length)
            .bind(now.micros())
            .fetch_all(c)
            .await
    })
    .failed("listing initial access tokens")?;
    Ok(rows.into_iter().map(InitialToken::from).collect())
}

/// Deletes a token; false if there was none.
pub(super) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() > 0)
    })
    .failed("deleting an initial access token")
}
