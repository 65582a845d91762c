//! Opaque access tokens in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::subjects::{SubjectRow, columns, live, owners};
use crate::oauth::tokens::token::Subject;

const INSERT: &str = "INSERT INTO access_tokens (digest, grant_id, client_id, scope, audience, dpop_jkt, created_at, \
    expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const FIND_OF_USER: &str = concat!(
    "SELECT ",
    columns!(),
    ", a.client_id AS token_client_id, a.scope AS token_scope, a.audience, a.dpop_jkt AS token_dpop_jkt, \
     a.created_at AS token_created_at, a.expires_at AS token_expires_at \
     FROM access_tokens a JOIN grants g ON g.id = a.grant_id",
    owners!(),
    "WHERE a.digest = $1 AND a.expires_at > $2 AND ",
    live!()
);
const FIND_OF_MACHINE: &str = "SELECT client_id AS token_client_id, scope AS token_scope, audience, \
    dpop_jkt AS token_dpop_jkt, created_at AS token_created_at, expires_at AS token_expires_at \
    FROM access_tokens WHERE digest = $1 AND expires_at > $2 AND grant_id IS NULL";
const DELETE: &str = "DELETE FROM access_tokens WHERE digest = $1 AND client_id = $2";

/// Expired access tokens.
pub(crate) const EXPIRED: ExpiredRows = expired!("access_tokens", key "digest", at "expires_at");

/// A stored opaque access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpaqueToken {
    /// Digest that is stored instead of the token.
    pub(crate) digest: String,
    /// The token's grant; a client's own token has none.
    pub(crate) grant_id: Option<String>,
    /// The client that received the token.
    pub(crate) client_id: String,
    /// The granted scope, separated by spaces.
    pub(crate) scope: String,
    /// The audience.
    pub(crate) audience: Vec<String>,
    /// Thumbprint of the key that binds the token (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
    /// Time of issue.
    pub(crate) created_at: Timestamp,
    /// Time of expiry.
    pub(crate) expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    token_client_id: String,
    token_scope: String,
    audience: String,
    token_dpop_jkt: Option<String>,
    token_created_at: i64,
    token_expires_at: i64,
}

#[derive(sqlx::FromRow)]
struct UserTokenRow {
    #[sqlx(flatten)]
    token: Row,
    #[sqlx(flatten)]
    subject: SubjectRow,
}

impl Row {
    fn token(self, digest: &str, grant_id: Option<String>) -> OpaqueToken {
        OpaqueToken {
            digest: digest.to_owned(),
            grant_id,
            client_id: self.token_client_id,
            scope: self.token_scope,
            audience: self
                .audience
                .split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect(),
            dpop_jkt: self.token_dpop_jkt,
            created_at: Timestamp::from_micros(self.token_created_at),
            expires_at: Timestamp::from_micros(self.token_expires_at),
        }
    }
}

/// Stores a new token.
pub(in crate::oauth::tokens) async fn insert(
    db: &mut Connection<'_>,
    token: &OpaqueToken,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&token.digest)
            .bind(&token.grant_id)
            .bind(&token.client_id)
            .bind(&token.scope)
            .bind(token.audience.join(" "))
            .bind(&token.dpop_jkt)
            .bind(token.created_at.micros())
            .bind(token.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing an access token")
}

/// Finds an unexpired token by its digest, with its active grant and user; a client's own token has neither.
pub(in crate::oauth::tokens) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<(OpaqueToken, Option<Subject>)>, Failure> {
    let row: Option<UserTokenRow> = on_engine!(&mut *db, |c| {
        sqlx::query_as(FIND_OF_USER)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a user's access token")?;
    if let Some(row) = row {
        let subject = Subject::from(row.subject);
        let token = row.token.token(digest, Some(subject.grant.id.clone()));
        return Ok(Some((token, Some(subject))));
    }
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND_OF_MACHINE)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a client's access token")?;
    Ok(row.map(|row| (row.token(digest, None), None)))
}

/// Deletes a client's token; returns false if the client has no such token.
pub(crate) async fn delete(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(digest)
            .bind(client_id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("ending an access token")
}
