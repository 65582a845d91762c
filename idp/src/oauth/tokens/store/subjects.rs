//! Grants and users of tokens.

use std::collections::{HashMap, HashSet};

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::identity::users::{ProfileClaims, User};
use crate::oauth::tokens::token::Subject;
use crate::protocol::grants::Grant;

/// Columns of [`SubjectRow`], of a grant `g` and its user `u`.
macro_rules! columns {
    () => {
        "g.id, g.user_id, g.client_id, g.sid, g.scope, g.is_offline, g.auth_time, g.expires_at, g.claims, g.acr, g.amr, \
         g.dpop_jkt, g.resources, u.name, u.email, u.email_verified_at, u.image, u.profile, u.is_operator, \
         u.is_active, u.created_at, u.updated_at"
    };
}
/// Joins the user and the client of a grant `g`.
macro_rules! owners {
    () => {
        " JOIN users u ON u.id = g.user_id JOIN clients c ON c.id = g.client_id "
    };
}
/// Condition that the grant, its user and its client permit tokens.
macro_rules! live {
    () => {
        "g.revoked_at IS NULL AND u.is_active AND c.is_active"
    };
}
pub(super) use {columns, live, owners};

const FIND_SUBJECT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM grants g",
    owners!(),
    "WHERE g.id = $1 AND ",
    live!()
);
const FIND_OF_TOKENS: &str = concat!("SELECT a.column2 AS digest, ", columns!(), " FROM (VALUES ");
const OF_TOKENS: &str = concat!(
    ") AS a JOIN grants g ON g.id = a.column1",
    owners!(),
    "WHERE ",
    live!(),
    " AND NOT EXISTS (SELECT 1 FROM revoked_tokens t WHERE t.digest = a.column2)"
);

#[derive(sqlx::FromRow)]
pub(super) struct SubjectRow {
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
    profile: Option<String>,
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
            profile: ProfileClaims::from_stored(row.profile.as_deref()),
            is_operator: row.is_operator,
            is_active: row.is_active,
            created_at: Timestamp::from_micros(row.created_at),
            updated_at: Timestamp::from_micros(row.updated_at),
        };
        let words = |text: &str| {
            text.split_ascii_whitespace()
                .map(ToOwned::to_owned)
                .collect()
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
            resources: words(&row.resources),
        };
        Self { grant, user }
    }
}

/// Finds a grant with its user, unless the grant was revoked, or the user or client is inactive.
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

/// A signed access token to check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SubjectKey {
    /// The token's grant.
    pub(crate) grant_id: String,
    /// The token's digest in the list of revoked tokens.
    pub(crate) digest: String,
}

#[derive(sqlx::FromRow)]
struct TokenRow {
    digest: String,
    #[sqlx(flatten)]
    subject: SubjectRow,
}

/// Finds the grants and users of signed access tokens with one query, in the order of the arguments. A result is `None`
/// if the token or its grant was revoked, or the user or client is inactive.
pub(in crate::oauth::tokens) async fn find_subjects_of_tokens(
    db: &mut Connection<'_>,
    tokens: &[SubjectKey],
) -> Result<Vec<Option<Subject>>, Failure> {
    let requested: HashSet<&SubjectKey> = tokens.iter().collect();
    let requested: Vec<&SubjectKey> = requested.into_iter().collect();
    let mut lookup = HashMap::new();
    for portion in portions(&requested) {
        let text = with_placeholders(db, FIND_OF_TOKENS, 2, portion.len(), OF_TOKENS);
        let rows: Vec<TokenRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for one in portion {
                query = query.bind(&one.grant_id).bind(&one.digest);
            }
            query.fetch_all(c).await
        })
        .failed("reading tokens' grants and their users")?;
        for row in rows {
            lookup.insert(row.digest, Subject::from(row.subject));
        }
    }
    // Several requests may ask about the same token.
    Ok(tokens
        .iter()
        .map(|one| lookup.get(&one.digest).cloned())
        .collect())
}
