//! Clients of each session, and the due logouts.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::slots::DueClient;

const REMEMBER: &str = "INSERT INTO backchannel_logouts (id, sid, client_id, user_id, expires_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (sid, client_id) DO UPDATE SET \
    expires_at = excluded.expires_at, next_attempt_at = NULL, attempts = 0";
const FALL_DUE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $2, expires_at = $3 \
    WHERE sid = $1 AND next_attempt_at IS NULL";
const FALL_DUE_OF_CLIENT: &str = "UPDATE backchannel_logouts SET next_attempt_at = $3, expires_at = $4 \
    WHERE client_id = $1 AND ($2 = '' OR user_id = $2) AND next_attempt_at IS NULL";
const NEXT: &str = "SELECT next_attempt_at FROM backchannel_logouts WHERE next_attempt_at IS NOT NULL \
    ORDER BY next_attempt_at LIMIT 1";
const COUNT: &str = "SELECT COUNT(*), MIN(expires_at) FROM (SELECT expires_at FROM backchannel_logouts \
    WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1000) waiting";
const CLIENTS_DUE: &str = "SELECT c.id, c.backchannel_logout_uri, \
    (SELECT MIN(f.next_attempt_at) FROM backchannel_logouts f WHERE f.client_id = c.id) AS since, \
    EXISTS (SELECT 1 FROM backchannel_logouts t WHERE t.client_id = c.id AND t.next_attempt_at IS NOT NULL \
        AND t.attempts > 0) AS is_troubled \
    FROM clients c WHERE EXISTS (SELECT 1 FROM backchannel_logouts l WHERE l.client_id = c.id \
        AND l.next_attempt_at <= $1)";
const DUE_OF: &str = "SELECT id FROM backchannel_logouts WHERE client_id = $1 AND next_attempt_at <= $2 \
    ORDER BY next_attempt_at LIMIT 50";
const CLAIM: &str = "UPDATE backchannel_logouts SET next_attempt_at = $3, attempts = attempts + 1 \
    WHERE id = $1 AND next_attempt_at <= $2 RETURNING id, sid, client_id, user_id, attempts, expires_at";
const POSTPONE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $2 WHERE id = $1 AND next_attempt_at IS NOT NULL";
const POSTPONE_DUE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $3 \
    WHERE client_id = $1 AND next_attempt_at <= $2";
const DELETE: &str =
    "DELETE FROM backchannel_logouts WHERE id = $1 AND next_attempt_at IS NOT NULL";

/// Clients of sessions that expired without an end; the delivery handles due logouts.
pub(crate) const EXPIRED: ExpiredRows = expired!(
    "backchannel_logouts",
    key "id",
    at "expires_at",
    only "next_attempt_at IS NULL"
);

/// A client that has tokens of a session.
#[derive(Clone, Debug)]
pub(super) struct NewLogout<'a> {
    pub(super) id: String,
    pub(super) sid: &'a str,
    pub(super) client_id: &'a str,
    pub(super) user_id: &'a str,
    pub(super) expires_at: Timestamp,
}

/// A logout to deliver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Logout {
    /// `blo_…`.
    pub(super) id: String,
    /// The session's `sid`.
    pub(super) sid: String,
    /// The client's id.
    pub(super) client_id: String,
    /// The session's user at the time of the client's tokens.
    pub(super) user_id: String,
    /// Number of attempts, with this one.
    pub(super) attempts: i64,
    /// Time of expiry.
    pub(super) expires_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    sid: String,
    client_id: String,
    user_id: String,
    attempts: i64,
    expires_at: i64,
}

impl From<Row> for Logout {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            sid: row.sid,
            client_id: row.client_id,
            user_id: row.user_id,
            attempts: row.attempts,
            expires_at: Timestamp::from_micros(row.expires_at),
        }
    }
}

/// Stores a client of a session, or extends the stored entry. A due logout for an ended grant is dropped, because the
/// client has a new grant.
pub(super) async fn insert_session(
    db: &mut Connection<'_>,
    known: &NewLogout<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(REMEMBER)
            .bind(&known.id)
            .bind(known.sid)
            .bind(known.client_id)
            .bind(known.user_id)
            .bind(known.expires_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("remembering a site of a session")
}

/// Makes the logouts of a session due; returns their number.
pub(super) async fn schedule_logouts(
    db: &mut Connection<'_>,
    sid: &str,
    now: Timestamp,
    ends_at: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(FALL_DUE)
            .bind(sid)
            .bind(now.micros())
            .bind(ends_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("putting logouts into the outbox")
}

/// Makes a client's logouts due, or those of one user; returns their number.
pub(super) async fn schedule_logouts_of_client(
    db: &mut Connection<'_>,
    client_id: &str,
    user_id: Option<&str>,
    now: Timestamp,
    ends_at: Timestamp,
) -> Result<u64, Failure> {
    on_engine!(db, |c| {
        sqlx::query(FALL_DUE_OF_CLIENT)
            .bind(client_id)
            // No user has an empty id.
            .bind(user_id.unwrap_or_default())
            .bind(now.micros())
            .bind(ends_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })
    .failed("putting logouts of a client into the outbox")
}

/// Returns the time at which the next logout is due.
pub(super) async fn next(db: &mut Connection<'_>) -> Result<Option<Timestamp>, Failure> {
    let next: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_optional(c).await)
        .failed("looking into the outbox of logouts")?;
    Ok(next.map(Timestamp::from_micros))
}

/// Counts the waiting logouts, up to a thousand, and returns the earliest expiry.
pub(super) async fn count(db: &mut Connection<'_>) -> Result<(i64, Option<Timestamp>), Failure> {
    let (waiting, ends_at): (i64, Option<i64>) =
        on_engine!(db, |c| sqlx::query_as(COUNT).fetch_one(c).await)
            .failed("counting the outbox of logouts")?;
    Ok((waiting, ends_at.map(Timestamp::from_micros)))
}

/// Returns the clients with due logouts.
pub(super) async fn clients_due(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<DueClient>, Failure> {
    let rows: Vec<(String, Option<String>, Option<i64>, bool)> = on_engine!(db, |c| {
        sqlx::query_as(CLIENTS_DUE)
            .bind(now.micros())
            .fetch_all(c)
            .await
    })
    .failed("looking for sites that have to be told")?;
    let due = rows
        .into_iter()
        .map(|(client_id, address, since, is_failing)| DueClient {
            client_id,
            address,
            since: Timestamp::from_micros(since.unwrap_or_default()),
            is_failing,
        });
    Ok(due.collect())
}

/// Returns some due logouts of a client, the longest waiting first.
pub(super) async fn due_of_client(
    db: &mut Connection<'_>,
    client_id: &str,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(DUE_OF)
            .bind(client_id)
            .bind(now.micros())
            .fetch_all(c)
            .await
    })
    .failed("looking for logouts of a site")
}

/// Claims a due logout until `until`; only one of several servers gets it.
pub(super) async fn claim(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<Logout>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(CLAIM)
            .bind(id)
            .bind(now.micros())
            .bind(until.micros())
            .fetch_optional(c)
            .await
    })
    .failed("claiming a logout")?;
    Ok(row.map(Logout::from))
}

/// Postpones a claimed logout until `until`, unless its client got a new grant.
pub(super) async fn postpone(
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
    .failed("postponing a logout")
}

/// Postpones a client's due logouts until `until`.
pub(super) async fn postpone_due(
    db: &mut Connection<'_>,
    client_id: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(POSTPONE_DUE)
            .bind(client_id)
            .bind(now.micros())
            .bind(until.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("postponing the logouts of a site")
}

/// Deletes a logout; returns false if its client got a new grant.
pub(super) async fn delete(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(DELETE)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("removing a logout from the outbox")
}
