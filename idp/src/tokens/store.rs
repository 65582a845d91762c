//! Refresh tokens in the database, and whom a grant's tokens are about.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::token::Subject;
use crate::grants::Grant;
use crate::users::User;

const FIND_SUBJECT: &str = "SELECT g.id, g.user_id, g.client_id, g.sid, g.scope, g.is_offline, g.auth_time, \
    g.expires_at, g.claims, g.acr, g.amr, g.dpop_jkt, g.resources, u.name, u.email, u.email_verified_at, u.image, u.is_operator, u.is_active, u.created_at, u.updated_at \
    FROM grants g JOIN users u ON u.id = g.user_id JOIN clients c ON c.id = g.client_id WHERE g.id = $1 AND g.revoked_at IS NULL AND u.is_active AND c.is_active";
const INSERT: &str = "INSERT INTO refresh_tokens (digest, grant_id, client_id, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5)";
const USE_ONCE: &str = "UPDATE refresh_tokens SET used_at = $3 WHERE digest = $1 AND client_id = $2 \
    AND used_at IS NULL AND expires_at > $3 RETURNING digest, grant_id, client_id, expires_at";
const GRANT_OF_USED: &str = "SELECT grant_id FROM refresh_tokens WHERE digest = $1 AND client_id = $2 AND used_at IS NOT NULL";

/// Refresh tokens whose family ended.
pub(crate) const EXPIRED: Expired = expired!("refresh_tokens", key "digest", at "expires_at");

/// A refresh token as it is kept; the family is the grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefreshToken {
    /// What is kept instead of the token.
    pub(crate) digest: String,
    /// The grant that it hangs on.
    pub(crate) grant_id: String,
    /// The client that may use it.
    pub(crate) client_id: String,
    /// When its whole family ends.
    pub(crate) expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct SubjectRow {
    id: String,
    user_id: String,
    client_id: String,
    sid: String,
    scope: String,
    is_offline: bool,
    auth_time: i64,
    expires_at: Option<i64>,
    claims: Option<String>,
    acr: Option<String>,
    amr: Option<String>,
    dpop_jkt: Option<String>,
    resources: String,
    name: Option<String>,
    email: Option<String>,
    email_verified_at: Option<i64>,
    image: Option<String>,
    is_operator: bool,
    is_active: bool,
    created_at: i64,
    updated_at: i64,
}

impl From<SubjectRow> for Subject {
    fn from(row: SubjectRow) -> Self {
        let user = User {
            id: row.user_id.clone(),
            name: row.name,
            email: row.email,
            email_verified_at: row.email_verified_at.map(Timestamp::from_micros),
            image: row.image,
            is_operator: row.is_operator,
            is_active: row.is_active,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        };
        let grant = Grant {
            id: row.id,
            user_id: row.user_id,
            client_id: row.client_id,
            sid: row.sid,
            scope: row.scope,
            is_offline: row.is_offline,
            auth_time: Timestamp::from_micros(row.auth_time),
            expires_at: row.expires_at.map(Timestamp::from_micros),
            claims: row.claims,
            acr: row.acr,
            amr: row.amr,
            dpop_jkt: row.dpop_jkt,
            resources: row
                .resources
                .split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect(),
        };
        Self { grant, user }
    }
}

/// The grant of an id with its user, unless the grant was revoked, the user may not sign in, or the client is off.
pub(crate) async fn find_subject(
    db: &mut Connection<'_>,
    grant_id: &str,
) -> Result<Option<Subject>, Failure> {
    let row: Option<SubjectRow> = on_engine!(db, |c| {
        sqlx::query_as(FIND_SUBJECT)
            .bind(grant_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a grant and its user")?;
    Ok(row.map(Subject::from))
}

/// Stores a new refresh token.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    token: &RefreshToken,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&token.digest)
            .bind(&token.grant_id)
            .bind(&token.client_id)
            .bind(now.micros())
            .bind(token.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a refresh token")
}

/// Marks a client's refresh token as used and gives it; `None` when it is unknown, another client's, used or expired.
pub(super) async fn use_once(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<RefreshToken>, Failure> {
    let row: Option<(String, String, String, i64)> = on_engine!(db, |c| {
        sqlx::query_as(USE_ONCE)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("using a refresh token")?;
    Ok(
        row.map(|(digest, grant_id, client_id, expires_at)| RefreshToken {
            digest,
            grant_id,
            client_id,
            expires_at: Timestamp::from_micros(expires_at),
        }),
    )
}

/// The grant of a client's refresh token that was used before.
pub(super) async fn grant_of_used(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(GRANT_OF_USED)
            .bind(digest)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("looking for a used refresh token")?;
    Ok(row.map(|(grant_id,)| grant_id))
}
