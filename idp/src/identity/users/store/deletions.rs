//! Users who requested their deletion, until they cancel it or it is due.

use foundation::database::{SqlResultExt, locking};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

const LEAVE: &str =
    "UPDATE users SET leaves_at = $2, sessions_may_linger = TRUE, updated_at = $3 WHERE id = $1";
const STAY: &str =
    "UPDATE users SET leaves_at = NULL, sessions_may_linger = FALSE WHERE id = $1 RETURNING email";
const LOCK: &str = "SELECT id FROM users WHERE id = $1";
const LEAVES_AT: &str = "SELECT leaves_at FROM users WHERE id = $1";
const LINGERING: &str = "SELECT id FROM users WHERE sessions_may_linger ORDER BY id LIMIT $1";
const SETTLE: &str =
    "UPDATE users SET sessions_may_linger = FALSE WHERE id = $1 AND sessions_may_linger";
const DUE: &str =
    "SELECT id FROM users WHERE leaves_at <= $1 ORDER BY leaves_at, id LIMIT $2 OFFSET $3";
const FORGET: &str = "UPDATE users SET leaves_at = NULL, sessions_may_linger = FALSE, name = NULL, email = NULL, email_verified_at = NULL, image = NULL, \
     profile = NULL, is_operator = FALSE, is_active = FALSE, session_epoch = session_epoch + 1, updated_at = $2 \
     WHERE id = $1 AND leaves_at <= $2";
const FORGET_MERGED: &str = "UPDATE users SET name = NULL, email = NULL, email_verified_at = NULL, image = NULL, \
     profile = NULL, updated_at = $2 WHERE merged_into = $1";

/// Schedules a locked user's deletion, and records that sessions may be left until [`settle`].
pub(crate) async fn schedule_deletion(
    db: &mut Connection<'_>,
    id: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(LEAVE)
            .bind(id)
            .bind(at.micros())
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("writing down that a user goes")
}

/// Cancels a user's deletion. Returns the user's address.
pub(in super::super) async fn cancel_deletion(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let email: Option<Option<String>> = on_engine!(db, |c| {
        sqlx::query_scalar(STAY).bind(id).fetch_optional(c).await
    })
    .failed("letting a user stay")?;
    Ok(email.flatten())
}

/// Returns the time of a user's scheduled deletion.
pub(crate) async fn deletion_time(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let at: Option<Option<i64>> = on_engine!(db, |c| {
        sqlx::query_scalar(LEAVES_AT)
            .bind(id)
            .fetch_optional(c)
            .await
    })
    .failed("reading when a user goes")?;
    Ok(at.flatten().map(Timestamp::from_micros))
}

/// Returns users who requested their deletion and who may still have sessions.
pub(crate) async fn lingering(db: &mut Connection<'_>, most: i64) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(LINGERING).bind(most).fetch_all(c).await
    })
    .failed("looking for users who linger")
}

/// Records that no session is left, and locks the user; false if this was recorded, or the user cancelled the deletion.
pub(crate) async fn record_no_sessions(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    lock(db, id).await?;
    on_engine!(db, |c| {
        sqlx::query(SETTLE)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("writing down that no session of a user is left")
}

/// Locks a user's row until the commit. PostgreSQL waits for transactions that have stored a grant of the user, which an
/// update of the row does not: the caller revokes or deletes the user's grants.
async fn lock(db: &mut Connection<'_>, id: &str) -> Result<(), Failure> {
    let text = [LOCK, locking(db, " FOR UPDATE")].concat();
    on_engine!(db, |c| {
        sqlx::query(AssertSqlSafe(text))
            .bind(id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("locking a user")
}

/// Returns users whose deletion is due, the longest due first, after the first `without` of them.
pub(crate) async fn due(
    db: &mut Connection<'_>,
    now: Timestamp,
    most: i64,
    without: i64,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(DUE)
            .bind(now.micros())
            .bind(most)
            .bind(without)
            .fetch_all(c)
            .await
    })
    .failed("looking for users who go")
}

/// Removes the personal data of a user whose deletion is due, and of users who were merged into this user. False if the
/// user cancelled it, or another replica was first. The row remains, so that its id is never used again.
pub(crate) async fn erase(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    lock(db, id).await?;
    let is_forgotten = on_engine!(&mut *db, |c| {
        sqlx::query(FORGET)
            .bind(id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("forgetting a user")?;
    if is_forgotten {
        on_engine!(db, |c| {
            sqlx::query(FORGET_MERGED)
                .bind(id)
                .bind(now.micros())
                .execute(c)
                .await
                .map(|_| ())
        })
        .failed("forgetting users that went into one")?;
    }
    Ok(is_forgotten)
}
