//! Refresh tokens in the database: each has one successor at most, and its family is the grant.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::subjects::{SubjectRow, columns, live, owners};
use crate::tokens::token::Subject;

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    ", r.created_at AS token_created_at, r.expires_at AS token_expires_at, r.used_at \
     FROM refresh_tokens r JOIN grants g ON g.id = r.grant_id",
    owners!(),
    "WHERE r.digest = $1 AND r.client_id = $2 AND ",
    live!()
);
const INSERT: &str = "INSERT INTO refresh_tokens (digest, grant_id, client_id, predecessor, answer, answer_until, \
    created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
/// Changes a token that counts now, and forgets the answer that carried it.
macro_rules! use_token {
    ($change:literal) => {
        concat!(
            "UPDATE refresh_tokens SET ",
            $change,
            "answer = NULL, answer_until = NULL \
             WHERE digest = $1 AND client_id = $2 AND used_at IS NULL AND expires_at > $3 \
             AND EXISTS (SELECT 1 FROM grants g",
            owners!(),
            "WHERE g.id = refresh_tokens.grant_id AND ",
            live!(),
            ")"
        )
    };
}
const USE_ONCE: &str = use_token!("used_at = $3, ");
const HOLD: &str = use_token!("");
const ANSWER_OF_SUCCESSOR: &str = "SELECT answer FROM refresh_tokens WHERE predecessor = $1 AND client_id = $2 \
    AND used_at IS NULL AND answer_until > $3 AND answer IS NOT NULL";
const GRANT_OF: &str = "SELECT grant_id FROM refresh_tokens WHERE digest = $1 AND client_id = $2";

/// Refresh tokens whose family ended.
pub(crate) const EXPIRED: Expired = expired!("refresh_tokens", key "digest", at "expires_at");
/// Refresh tokens that were used, and whose answer cannot be asked for any more: they distinguish a second use from an unknown token.
pub(crate) const USED: Expired = expired!("refresh_tokens", key "digest", at "used_at");
/// Answers that can be asked for no more; their tokens stay.
pub(crate) const OLD_ANSWERS: Expired = Expired::new(
    "answers of refresh_tokens",
    "UPDATE refresh_tokens SET answer = NULL, answer_until = NULL WHERE digest IN (SELECT digest FROM refresh_tokens \
     WHERE answer_until <= $1 ORDER BY answer_until, digest LIMIT $2)",
);

/// A refresh token as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefreshToken {
    /// What is kept instead of the token.
    pub(crate) digest: String,
    /// The grant that it hangs on.
    pub(crate) grant_id: String,
    /// The client that may use it.
    pub(crate) client_id: String,
    /// The digest of the token in whose place it came; the first of a family has none.
    pub(crate) predecessor: Option<String>,
    /// The sealed answer that carried it, and until when that may be given once more.
    pub(crate) answer: Option<(String, Timestamp)>,
    /// When its whole family ends.
    pub(crate) expires_at: Timestamp,
}

/// A refresh token that is presented, with whom its tokens are about.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The grant and the user, who both stand.
    pub(crate) subject: Subject,
    /// Whether it was used before.
    pub(crate) is_used: bool,
    /// When it was made.
    pub(crate) created_at: Timestamp,
    /// When its whole family ends.
    pub(crate) expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    subject: SubjectRow,
    token_created_at: i64,
    token_expires_at: i64,
    used_at: Option<i64>,
}

/// A client's refresh token, unless its grant was revoked or its user may not sign in.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<Option<Found>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND)
            .bind(digest)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a refresh token")?;
    Ok(row.map(|row| Found {
        subject: row.subject.into(),
        is_used: row.used_at.is_some(),
        created_at: Timestamp::from_micros(row.token_created_at),
        expires_at: Timestamp::from_micros(row.token_expires_at),
    }))
}

/// Stores a new refresh token.
pub(in crate::tokens) async fn insert(
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
            .bind(token.answer.as_ref().map(|(answer, _)| answer))
            .bind(token.answer.as_ref().map(|(_, until)| until.micros()))
            .bind(now.micros())
            .bind(token.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("storing a refresh token")
}

/// Marks a client's refresh token as used, and forgets the answer that carried it. False when it is unknown, another
/// client's, used or expired, or when its grant or its user stand no more.
pub(in crate::tokens) async fn use_once(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    change(db, USE_ONCE, digest, client_id, now).await
}

/// Locks a client's refresh token until the commit and leaves it usable. False as for [`use_once`].
pub(in crate::tokens) async fn hold(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    change(db, HOLD, digest, client_id, now).await
}

async fn change(
    db: &mut Connection<'_>,
    statement: &'static str,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("using a refresh token")
}

/// The sealed answer that a used token gave, as long as it may be given once more: its successor was not used yet.
pub(in crate::tokens) async fn answer_of_successor(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<String>, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(ANSWER_OF_SUCCESSOR)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("looking for the answer of a refresh token")?;
    Ok(row.map(|(answer,)| answer))
}

/// The grant that a client's refresh token hangs on, used or not.
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
