//! Sessions in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::session::{EndedSession, MAX_PER_USER, Session, SessionSelection};

const INSERT: &str = "INSERT INTO sessions \
     (id, sid, user_id, created_at, auth_time, expires_at, amr, user_agent, last_seen_at, network) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
const PRUNE: &str = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE user_id = $1 AND id <> $3 \
     ORDER BY expires_at DESC, created_at DESC, id DESC LIMIT 1000 OFFSET $2) RETURNING sid, user_id";
const FIND: &str = "SELECT id, sid, user_id, created_at, auth_time, expires_at, amr, user_agent, last_seen_at, network \
     FROM sessions WHERE id = $1";
const FIND_OF_ACTIVE: &str = "SELECT s.id, s.sid, s.user_id, s.created_at, s.auth_time, s.expires_at, s.amr, s.user_agent, \
     s.last_seen_at, s.network FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND u.is_active";
const LIST: &str = "SELECT id, sid, user_id, created_at, auth_time, expires_at, amr, user_agent, last_seen_at, network \
     FROM sessions WHERE user_id = $1 AND expires_at > $2 ORDER BY last_seen_at DESC, sid DESC LIMIT 1000";
const EXTEND: &str = "UPDATE sessions SET expires_at = $2, last_seen_at = $3 WHERE id = $1";
const ROTATE: &str = "UPDATE sessions SET id = $2, auth_time = $3, expires_at = $4, amr = $5, user_agent = $6, \
     last_seen_at = $8 WHERE id = $1 AND user_id = $7 AND expires_at > $8";
const LOCK: &str =
    "UPDATE sessions SET last_seen_at = last_seen_at WHERE sid = $1 AND expires_at > $2";
const DELETE: &str = "DELETE FROM sessions WHERE id = $1 RETURNING sid, user_id";
const DELETE_OF_USER: &str =
    "DELETE FROM sessions WHERE user_id = $1 AND sid <> $2 RETURNING sid, user_id";
const DELETE_ONE_OF_USER: &str =
    "DELETE FROM sessions WHERE user_id = $1 AND sid = $2 RETURNING sid, user_id";

/// Sessions that were not extended in time.
pub(crate) const EXPIRED: ExpiredRows = expired!("sessions", key "id", at "expires_at");

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    sid: String,
    user_id: String,
    created_at: i64,
    auth_time: i64,
    expires_at: i64,
    amr: String,
    user_agent: Option<String>,
    last_seen_at: i64,
    network: Option<String>,
}

impl From<Row> for Session {
    fn from(row: Row) -> Self {
        Self {
            digest: row.id,
            sid: row.sid,
            user_id: row.user_id,
            created_at: Timestamp::from_micros(row.created_at),
            auth_time: Timestamp::from_micros(row.auth_time),
            expires_at: Timestamp::from_micros(row.expires_at),
            amr: row.amr.split_whitespace().map(ToOwned::to_owned).collect(),
            user_agent: row.user_agent,
            last_seen_at: Timestamp::from_micros(row.last_seen_at),
            network: row.network,
        }
    }
}

/// Adds a session; returns the user's sessions that end because there are too many.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    session: &Session,
) -> Result<Vec<EndedSession>, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&session.digest)
            .bind(&session.sid)
            .bind(&session.user_id)
            .bind(session.created_at.micros())
            .bind(session.auth_time.micros())
            .bind(session.expires_at.micros())
            .bind(session.amr.join(" "))
            .bind(session.user_agent.as_deref())
            .bind(session.last_seen_at.micros())
            .bind(session.network.as_deref())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding a session")?;
    let most = i64::try_from(MAX_PER_USER - 1).unwrap_or(i64::MAX);
    let rows: Vec<(String, String)> = on_engine!(db, |c| {
        sqlx::query_as(PRUNE)
            .bind(&session.user_id)
            .bind(most)
            .bind(&session.digest)
            .fetch_all(c)
            .await
    })
    .failed("ending a user's oldest sessions")?;
    Ok(ended_sessions(rows))
}

/// Finds a session by its digest, live or not.
pub(super) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
) -> Result<Option<Session>, Failure> {
    find_by(db, FIND, digest).await
}

/// Finds a session of an active user by its digest, live or not.
pub(super) async fn find_of_active(
    db: &mut Connection<'_>,
    digest: &str,
) -> Result<Option<Session>, Failure> {
    find_by(db, FIND_OF_ACTIVE, digest).await
}

async fn find_by(
    db: &mut Connection<'_>,
    statement: &'static str,
    digest: &str,
) -> Result<Option<Session>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(digest)
            .fetch_optional(c)
            .await
    })
    .failed("reading a session")?;
    Ok(row.map(Session::from))
}

/// Writes a session's new end; returns false if the session no longer exists.
pub(super) async fn extend(db: &mut Connection<'_>, session: &Session) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(EXTEND)
            .bind(&session.digest)
            .bind(session.expires_at.micros())
            .bind(session.last_seen_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("extending a session")
}

/// Gives a user's live session a new id, auth time and end; returns false if the old digest has none.
pub(super) async fn rotate(
    db: &mut Connection<'_>,
    old: &str,
    session: &Session,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(ROTATE)
            .bind(old)
            .bind(&session.digest)
            .bind(session.auth_time.micros())
            .bind(session.expires_at.micros())
            .bind(session.amr.join(" "))
            .bind(session.user_agent.as_deref())
            .bind(&session.user_id)
            .bind(session.last_seen_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("giving a session a new id")
}

/// Locks a live session until the transaction ends; returns false without a live session.
pub(super) async fn lock(
    db: &mut Connection<'_>,
    sid: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(LOCK)
            .bind(sid)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("locking a session")
}

/// Returns the user's live sessions, the last seen first.
pub(super) async fn list(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Vec<Session>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| {
        sqlx::query_as(LIST)
            .bind(user_id)
            .bind(now.micros())
            .fetch_all(c)
            .await
    })
    .failed("listing a user's sessions")?;
    Ok(rows.into_iter().map(Session::from).collect())
}

/// Removes a session and returns it if it existed.
pub(super) async fn delete(
    db: &mut Connection<'_>,
    digest: &str,
) -> Result<Option<EndedSession>, Failure> {
    let row: Option<(String, String)> = on_engine!(db, |c| {
        sqlx::query_as(DELETE).bind(digest).fetch_optional(c).await
    })
    .failed("ending a session")?;
    Ok(row.map(|(sid, user_id)| EndedSession { sid, user_id }))
}

/// Removes the selected sessions of a user and returns them.
pub(super) async fn delete_of_user(
    db: &mut Connection<'_>,
    user_id: &str,
    selection: SessionSelection<'_>,
) -> Result<Vec<EndedSession>, Failure> {
    // No session has an empty `sid`.
    let (statement, sid) = match selection {
        SessionSelection::All => (DELETE_OF_USER, ""),
        SessionSelection::AllBut(sid) => (DELETE_OF_USER, sid),
        SessionSelection::Only(sid) => (DELETE_ONE_OF_USER, sid),
    };
    let rows: Vec<(String, String)> = on_engine!(db, |c| {
        sqlx::query_as(statement)
            .bind(user_id)
            .bind(sid)
            .fetch_all(c)
            .await
    })
    .failed("ending a user's sessions")?;
    Ok(ended_sessions(rows))
}

fn ended_sessions(rows: Vec<(String, String)>) -> Vec<EndedSession> {
    rows.into_iter()
        .map(|(sid, user_id)| EndedSession { sid, user_id })
        .collect()
}
