//! Clients of each session, and the due logouts.

use std::time::Duration;

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::task::Outbox;
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use sqlx::FromRow;

const REMEMBER: &str = "INSERT INTO backchannel_logouts (id, sid, client_id, user_id, expires_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (sid, client_id) DO UPDATE SET \
    expires_at = excluded.expires_at, next_attempt_at = NULL, attempts = 0";
const FALL_DUE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $2, expires_at = $3 \
    WHERE sid = $1 AND next_attempt_at IS NULL";
const FALL_DUE_OF_CLIENT: &str = "UPDATE backchannel_logouts SET next_attempt_at = $3, expires_at = $4 \
    WHERE client_id = $1 AND ($2 = '' OR user_id = $2) AND next_attempt_at IS NULL";
/// Counts the waiting logouts, up to a thousand, and selects the earliest expiry.
pub(super) const COUNT: &str = "SELECT COUNT(*), MIN(expires_at) FROM (SELECT expires_at FROM backchannel_logouts \
    WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1000) waiting";
const DUE_OF: &str = "SELECT id FROM backchannel_logouts WHERE client_id = $1 AND next_attempt_at <= $2 \
    ORDER BY next_attempt_at LIMIT 50";
const POSTPONE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $2 WHERE id = $1 AND next_attempt_at IS NOT NULL";
const POSTPONE_DUE: &str = "UPDATE backchannel_logouts SET next_attempt_at = $3 \
    WHERE client_id = $1 AND next_attempt_at <= $2";
const DELETE: &str =
    "DELETE FROM backchannel_logouts WHERE id = $1 AND next_attempt_at IS NOT NULL";

/// A client with due logouts.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct DueClient {
    /// The client's id.
    pub(super) client_id: String,
    /// The client's logout URL.
    pub(super) address: Option<String>,
    /// Time since when its first logout is due, in microseconds.
    pub(super) since: i64,
    /// True if an attempt at one of them failed.
    pub(super) is_failing: bool,
}

/// Statements of the outbox; clients are due.
pub(super) const OUTBOX: Outbox = Outbox {
    content: "logouts",
    next: "SELECT next_attempt_at FROM backchannel_logouts WHERE next_attempt_at IS NOT NULL \
        ORDER BY next_attempt_at LIMIT 1",
    due: "SELECT c.id AS client_id, c.backchannel_logout_uri AS address, \
        (SELECT MIN(f.next_attempt_at) FROM backchannel_logouts f WHERE f.client_id = c.id) AS since, \
        EXISTS (SELECT 1 FROM backchannel_logouts t WHERE t.client_id = c.id AND t.next_attempt_at IS NOT NULL \
            AND t.attempts > 0) AS is_failing \
        FROM clients c WHERE EXISTS (SELECT 1 FROM backchannel_logouts l WHERE l.client_id = c.id \
            AND l.next_attempt_at <= $1)",
    claim: "UPDATE backchannel_logouts SET next_attempt_at = $3, attempts = attempts + 1 \
        WHERE id = $1 AND next_attempt_at <= $2 RETURNING id, sid, client_id, user_id, attempts, expires_at",
    lease: Duration::from_mins(1),
};

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
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
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
    expires_at: i64,
}

impl Logout {
    /// Returns the time of expiry.
    pub(super) const fn expires_at(&self) -> Timestamp {
        Timestamp::from_micros(self.expires_at)
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
    .failed("storing a site of a session")
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
    .failed("adding logouts to the outbox")
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
    .failed("adding logouts of a client to the outbox")
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
