//! Opaque access tokens in the database.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::subjects::{SubjectRow, columns, live, owners};
use crate::tokens::token::Subject;

const INSERT: &str = "INSERT INTO access_tokens (digest, grant_id, client_id, scope, audience, dpop_jkt, created_at, \
    expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const OF_USER: &str = concat!(
    "SELECT ",
    columns!(),
    ", a.client_id AS token_client_id, a.scope AS token_scope, a.audience, a.dpop_jkt AS token_dpop_jkt, \
     a.created_at AS token_created_at, a.expires_at AS token_expires_at \
     FROM access_tokens a JOIN grants g ON g.id = a.grant_id",
    owners!(),
    "WHERE a.digest = $1 AND a.expires_at > $2 AND ",
    live!()
);
const OF_MACHINE: &str = "SELECT client_id AS token_client_id, scope AS token_scope, audience, \
    dpop_jkt AS token_dpop_jkt, created_at AS token_created_at, expires_at AS token_expires_at \
    FROM access_tokens WHERE digest = $1 AND expires_at > $2 AND grant_id IS NULL";
const DELETE: &str = "DELETE FROM access_tokens WHERE digest = $1 AND client_id = $2";

/// Access tokens whose time is over.
pub(crate) const EXPIRED: Expired = expired!("access_tokens", key "digest", at "expires_at");

/// An opaque access token as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpaqueToken {
    /// What is kept instead of the token.
    pub(crate) digest: String,
    /// The grant that it hangs on; a client that acts by itself has none.
    pub(crate) grant_id: Option<String>,
    /// The client that it was given to.
    pub(crate) client_id: String,
    /// What it allows, as words separated by blanks.
    pub(crate) scope: String,
    /// Whom it is for.
    pub(crate) audience: Vec<String>,
    /// The thumbprint of the key that it is bound to (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
    /// When it was made.
    pub(crate) created_at: Timestamp,
    /// When it ends.
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
struct RowOfUser {
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
pub(in crate::tokens) async fn insert(
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

/// The token of a digest in its time, with its grant and its user, who both stand; a client's own has neither.
pub(in crate::tokens) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    now: Timestamp,
) -> Result<Option<(OpaqueToken, Option<Subject>)>, Failure> {
    let row: Option<RowOfUser> = on_engine!(&mut *db, |c| {
        sqlx::query_as(OF_USER)
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
        sqlx::query_as(OF_MACHINE)
            .bind(digest)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading a client's access token")?;
    Ok(row.map(|row| (row.token(digest, None), None)))
}

/// Ends a client's token; false when it has no such one.
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
