//! Mail on its way out.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const INSERT: &str = "INSERT INTO outgoing_mail (id, sealed, token, next_attempt_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
const DUE: &str =
    "SELECT id FROM outgoing_mail WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 20";
const NEXT: &str = "SELECT next_attempt_at FROM outgoing_mail ORDER BY next_attempt_at LIMIT 1";
const COUNT: &str = "SELECT COUNT(*), COUNT(CASE WHEN attempts > 1 THEN 1 END) \
     FROM (SELECT attempts FROM outgoing_mail ORDER BY next_attempt_at DESC LIMIT 1000) waiting";
const CLAIM: &str = "UPDATE outgoing_mail SET next_attempt_at = $3, attempts = attempts + 1 \
     WHERE id = $1 AND next_attempt_at <= $2 RETURNING id, sealed, token, attempts, expires_at";
const POSTPONE: &str = "UPDATE outgoing_mail SET next_attempt_at = $2 WHERE id = $1";
const DELETE: &str = "DELETE FROM outgoing_mail WHERE id = $1";

/// A sealed letter with its place in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parcel {
    /// `mail_…`.
    pub(crate) id: String,
    /// The sealed letter.
    pub(crate) sealed: String,
    /// The link that the letter carries, by its digest.
    pub(crate) token: String,
    /// How often it was tried, this time included.
    pub(crate) attempts: i64,
    /// When it is of no use any more.
    pub(crate) expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    sealed: String,
    token: String,
    attempts: i64,
    expires_at: i64,
}

impl From<Row> for Parcel {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            sealed: row.sealed,
            token: row.token,
            attempts: row.attempts,
            expires_at: Timestamp::from_micros(row.expires_at),
        }
    }
}

/// Adds a parcel, due at once.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    parcel: &Parcel,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&parcel.id)
            .bind(&parcel.sealed)
            .bind(&parcel.token)
            .bind(now.micros())
            .bind(parcel.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("putting a mail into the outbox")
}

/// The ids of some parcels that are due, the longest waiting first.
pub(crate) async fn due(db: &mut Connection<'_>, now: Timestamp) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(DUE)
            .bind(now.micros())
            .fetch_all(c)
            .await
    })
    .failed("looking into the outbox")
}

/// When the next parcel is due.
pub(crate) async fn next(db: &mut Connection<'_>) -> Result<Option<Timestamp>, Failure> {
    let next: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_optional(c).await)
        .failed("looking into the outbox")?;
    Ok(next.map(Timestamp::from_micros))
}

/// How many parcels wait, and how many of them were tried before; not counted beyond a thousand.
pub(crate) async fn count(db: &mut Connection<'_>) -> Result<(i64, i64), Failure> {
    on_engine!(db, |c| sqlx::query_as(COUNT).fetch_one(c).await).failed("looking into the outbox")
}

/// Claims a due parcel until `until`: of several servers one gets it.
pub(crate) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<Parcel>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(CLAIM)
            .bind(id)
            .bind(now.micros())
            .bind(until.micros())
            .fetch_optional(c)
            .await
    })
    .failed("claiming a mail")?;
    Ok(row.map(Parcel::from))
}

/// Puts a claimed parcel back until `until`.
pub(crate) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(POSTPONE)
            .bind(id)
            .bind(until.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("postponing a mail")
}

/// Removes a parcel.
pub(crate) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE).bind(id).execute(c).await.map(|_| ())
    })
    .failed("removing a mail from the outbox")
}
