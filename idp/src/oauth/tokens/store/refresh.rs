//! Refresh tokens in the database: each has at most one successor, and its family is the grant.

use std::collections::{HashMap, HashSet};

use foundation::database::{ExpiredRows, SqlResultExt, locking, padded};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use sqlx::AssertSqlSafe;

use super::subjects::{SubjectRow, columns, live, owners};
use crate::oauth::tokens::token::Subject;

const FIND: (&str, &str) = (
    concat!(
        "SELECT r.digest AS token_digest, ",
        columns!(),
        ", r.created_at AS token_created_at, r.expires_at AS token_expires_at, r.used_at FROM (VALUES "
    ),
    concat!(
        ") AS a JOIN refresh_tokens r ON r.digest = a.column1 AND r.client_id = a.column2 \
         JOIN grants g ON g.id = r.grant_id",
        owners!(),
        "WHERE ",
        live!()
    ),
);
const INSERT: &str = "INSERT INTO refresh_tokens (digest, grant_id, client_id, predecessor, answer, answer_until, \
    created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
/// Inserts successors of unused, unexpired tokens with active grants, users and clients. The unique index on
/// `predecessor` decides which of two successors counts, and a trigger marks the predecessor as used.
const ROTATE: &str = "INSERT INTO refresh_tokens (digest, grant_id, client_id, predecessor, answer, answer_until, \
    created_at, expires_at) SELECT a.column3, r.grant_id, r.client_id, r.digest, a.column4, a.column5, a.column6, \
    r.expires_at FROM (VALUES ";
/// Orders the rows by the index, so that two servers cannot deadlock.
const ROTATED: &str = concat!(
    ") AS a JOIN refresh_tokens r ON r.digest = a.column1 AND r.client_id = a.column2 JOIN grants g ON g.id = r.grant_id",
    owners!(),
    "WHERE r.used_at IS NULL AND r.expires_at > a.column6 AND ",
    live!(),
    " ORDER BY r.digest"
);
/// Skips grants that another transaction is deleting, with their client for example. Otherwise that deletion would
/// delay, or fail, the whole batch, which has tokens of other clients.
const FOR_SHARE: &str = " FOR KEY SHARE OF g SKIP LOCKED";
const ROTATED_ONCE: &str = " ON CONFLICT (predecessor) DO NOTHING RETURNING digest";
/// Locks a valid token, and deletes the response that contained it.
const LOCK: &str = concat!(
    "UPDATE refresh_tokens SET answer = NULL, answer_until = NULL \
     WHERE digest = $1 AND client_id = $2 AND used_at IS NULL AND expires_at > $3 \
     AND EXISTS (SELECT 1 FROM grants g",
    owners!(),
    "WHERE g.id = refresh_tokens.grant_id AND ",
    live!(),
    ")"
);
const SUCCESSOR_RESPONSE: &str = "SELECT answer FROM refresh_tokens WHERE predecessor = $1 AND client_id = $2 \
    AND used_at IS NULL AND answer_until > $3 AND answer IS NOT NULL";
const GRANT_OF: &str = "SELECT grant_id FROM refresh_tokens WHERE digest = $1 AND client_id = $2";

/// Refresh tokens of ended families.
pub(crate) const EXPIRED: ExpiredRows = expired!("refresh_tokens", key "digest", at "expires_at");
/// Used refresh tokens without an available response; they distinguish a second use from an unknown token.
pub(crate) const USED: ExpiredRows = expired!("refresh_tokens", key "digest", at "used_at");
/// Responses that are no longer available; their tokens remain.
pub(crate) const OLD_RESPONSES: ExpiredRows = ExpiredRows::new(
    "answers of refresh_tokens",
    "UPDATE refresh_tokens SET answer = NULL, answer_until = NULL WHERE digest IN (SELECT digest FROM refresh_tokens \
     WHERE answer_until <= $1 ORDER BY answer_until, digest LIMIT $2)",
);

/// A stored refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefreshToken {
    /// Digest that is stored instead of the token.
    pub(crate) digest: String,
    /// The token's grant.
    pub(crate) grant_id: String,
    /// The client that may use the token.
    pub(crate) client_id: String,
    /// Digest of the preceding token; the first of a family has none.
    pub(crate) predecessor: Option<String>,
    /// Encrypted response that contained the token, and the end of its availability.
    pub(crate) sealed_response: Option<(String, Timestamp)>,
    /// End of the whole family.
    pub(crate) expires_at: Timestamp,
}

/// A presented refresh token, with its grant and user.
#[derive(Clone, Debug)]
pub(crate) struct RefreshTokenLookup {
    /// The active grant and user.
    pub(crate) subject: Subject,
    /// True if the token was used before.
    pub(crate) is_used: bool,
    /// Time of issue.
    pub(crate) created_at: Timestamp,
    /// End of the whole family.
    pub(crate) expires_at: Timestamp,
}

/// A refresh token that a client presents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PresentedToken {
    /// Digest of the token.
    pub(crate) digest: String,
    /// The client's id.
    pub(crate) client_id: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    token_digest: String,
    #[sqlx(flatten)]
    subject: SubjectRow,
    token_created_at: i64,
    token_expires_at: i64,
    used_at: Option<i64>,
}

/// Finds refresh tokens with one query; the results are in the order of the arguments. A result is `None` if the client
/// has no such token, its grant was revoked, or the user or client is inactive.
pub(in crate::oauth::tokens) async fn find_all(
    db: &mut Connection<'_>,
    presented: &[PresentedToken],
) -> Result<Vec<Option<RefreshTokenLookup>>, Failure> {
    let mut lookup = HashMap::new();
    for portion in padded(presented, 2) {
        let text = portion.text(db, FIND);
        let rows: Vec<Row> = on_engine!(&mut *db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (one, there) in portion.rows() {
                query = query.bind(there.some(&one.digest)).bind(&one.client_id);
            }
            query.fetch_all(c).await
        })
        .failed("reading refresh tokens")?;
        for row in rows {
            let token = RefreshTokenLookup {
                subject: row.subject.into(),
                is_used: row.used_at.is_some(),
                created_at: Timestamp::from_micros(row.token_created_at),
                expires_at: Timestamp::from_micros(row.token_expires_at),
            };
            lookup.insert(row.token_digest, token);
        }
    }
    // Another client may have presented the same token, which is not its own.
    let of_client = |one: &PresentedToken| {
        let token = lookup.get(&one.digest);
        let token = token
            .filter(|token: &&RefreshTokenLookup| token.subject.grant.client_id == one.client_id);
        token.cloned()
    };
    Ok(presented.iter().map(of_client).collect())
}

/// Stores a new refresh token.
pub(in crate::oauth::tokens) async fn insert(
    db: &mut Connection<'_>,
    token: &RefreshToken,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&token.digest)
            .bind(&token.grant_id)
            .bind(&token.client_id)
            .bind(&token.predecessor)
            .bind(token.sealed_response.as_ref().map(|(sealed, _)| sealed))
            .bind(
                token
                    .sealed_response
                    .as_ref()
                    .map(|(_, until)| until.micros()),
            )
            .bind(now.micros())
            .bind(token.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a refresh token")
}

/// Stores successors with one statement. Each marks its predecessor as used and deletes its encrypted response. Returns
/// false for a successor whose predecessor is unknown, another client's, used or expired, or whose grant, user or
/// client is inactive.
pub(in crate::oauth::tokens) async fn rotate(
    db: &mut Connection<'_>,
    successors: &[RefreshToken],
    now: Timestamp,
) -> Result<Vec<bool>, Failure> {
    let mut stored = HashSet::new();
    let behind = [ROTATED, locking(db, FOR_SHARE), ROTATED_ONCE].concat();
    for portion in padded(successors, 6) {
        let text = portion.text(db, (ROTATE, behind.as_str()));
        let rows: Vec<(String,)> = on_engine!(&mut *db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (one, there) in portion.rows() {
                let response = one.sealed_response.as_ref();
                query = query
                    .bind(there.some(one.predecessor.as_deref()).flatten())
                    .bind(&one.client_id)
                    .bind(&one.digest)
                    .bind(response.and_then(|(sealed, _)| there.some(sealed)))
                    .bind(response.map(|(_, until)| until.micros()))
                    .bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("rotating refresh tokens")?;
        stored.extend(rows.into_iter().map(|(digest,)| digest));
    }
    let is_stored = |one: &RefreshToken| stored.contains(&one.digest);
    Ok(successors.iter().map(is_stored).collect())
}

/// Locks a client's refresh token until the commit and leaves it usable. Returns false as [`rotate`] does.
pub(in crate::oauth::tokens) async fn lock(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(LOCK)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("using a refresh token")
}

/// Returns the encrypted response of a used token while it is available: its successor must be unused.
pub(in crate::oauth::tokens) async fn successor_response(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(SUCCESSOR_RESPONSE)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("finding the stored response of a refresh token")?;
    Ok(row.map(|(sealed,)| sealed))
}

/// Returns the grant of a client's refresh token, used or not.
pub(crate) async fn grant_of(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(GRANT_OF)
            .bind(digest)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("looking for the grant of a refresh token")?;
    Ok(row.map(|(grant_id,)| grant_id))
}
