//! Initial access tokens in the database.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::initial_token::InitialToken;

const INSERT: &str = "INSERT INTO initial_access_tokens (id, digest, scope, uses_left, created_by, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const IS_USABLE: &str = "SELECT id, scope FROM initial_access_tokens WHERE digest = $1 AND uses_left > 0 AND expires_at > $2";
const USE_ONCE: &str = "UPDATE initial_access_tokens SET uses_left = uses_left - 1 \
    WHERE digest = $1 AND uses_left > 0 AND expires_at > $2 RETURNING id, scope";
const DELETE: &str = "DELETE FROM initial_access_tokens WHERE id = $1";

/// Tokens whose time is over.
pub(crate) const EXPIRED: Expired = expired!("initial_access_tokens", key "id", at "expires_at");

/// What a token that can be used says: its id, and the words for its clients.
pub(super) type Usable = (String, String);

/// Stores a new token.
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

/// Looks whether a token can be used, and uses nothing up.
pub(super) async fn find_usable(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<Usable>, Failure> {
    take(db, IS_USABLE, digest, now).await
}

/// Takes one use of a token; `None` when there is none left. The one statement decides among many at a time.
pub(super) async fn use_once(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<Usable>, Failure> {
    take(db, USE_ONCE, digest, now).await
}

async fn take(
    db: &mut Connection<'_>,
    statement: &'static str,
    digest: &str,
    now: Timestamp,
) -> Result<Option<Usable>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("using an initial access token")
}

/// Deletes a token; false when there was none.
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
