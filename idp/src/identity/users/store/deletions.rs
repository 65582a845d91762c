//! Users who requested their deletion, until they cancel it or it is due.

use foundation::database::{SqlResultExt, locking};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

const SCHEDULE: &str =
    "UPDATE users SET leaves_at = $2, sessions_may_linger = TRUE, updated_at = $3 WHERE id = $1";
const CANCEL: &str =
    "UPDATE users SET leaves_at = NULL, sessions_may_linger = FALSE WHERE id = $1 RETURNING email";
const LOCK: &str = "SELECT id FROM users WHERE id = $1";
const FIND_TIME: &str = "SELECT leaves_at FROM users WHERE id = $1";
const LIST_WITH_SESSIONS: &str =
    "SELECT id FROM users WHERE sessions_may_linger ORDER BY id LIMIT $1";
const RECORD_NO_SESSIONS: &str =
    "UPDATE users SET sessions_may_linger = FALSE WHERE id = $1 AND sessions_may_linger";
const LIST_DUE: &str =
    "SELECT id FROM users WHERE leaves_at <= $1 ORDER BY leaves_at, id LIMIT $2 OFFSET $3";
const ERASE: &str = "UPDATE users SET leaves_at = NULL, sessions_may_linger = FALSE, name = NULL, email = NULL, email_verified_at = NULL, image = NULL, \
     profile = NULL, is_operator = FALSE, is_active = FALSE, session_epoch = session_epoch + 1, updated_at = $2 \
     WHERE id = $1 AND leaves_at <= $2";
const ERASE_MERGED: &str = "UPDATE users SET name = NULL, email = NULL, email_verified_at = NULL, image = NULL, \
     profile = NULL, updated_at = $2 WHERE merged_into = $1";

/// Schedules a locked user's deletion, and records that sessions may be left until [`record_no_sessions`].
pub(crate) async fn schedule_deletion(
    db: &mut Connection<'_>,
    id: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(SCHEDULE)
            .bind(id)
            .bind(at.micros())
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("scheduling the deletion of a user")
}

/// Cancels a user's deletion. Returns the user's address.
pub(in super::super) async fn cancel_deletion(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<String>, Failure> {
    let email: Option<Option<String>> = on_engine!(db, |c| {
        sqlx::query_scalar(CANCEL).bind(id).fetch_optional(c).await
    })
    .failed("canceling the deletion of a user")?;
    Ok(email.flatten())
}

/// Returns the time of a user's scheduled deletion.
pub(crate) async fn deletion_time(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Timestamp>, Failure> {
    let at: Option<Option<i64>> = on_engine!(db, |c| {
        sqlx::query_scalar(FIND_TIME)
            .bind(id)
            .fetch_optional(c)
            .await
    })
    .failed("reading the time of a user's deletion")?;
    Ok(at.flatten().map(Timestamp::from_micros))
}

/// Returns users who requested their deletion and who may still have sessions.
pub(crate) async fn lingering(db: &mut Connection<'_>, most: i64) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(LIST_WITH_SESSIONS)
            .bind(most)
            .fetch_all(c)
            .await
    })
    .failed("listing users with remaining sessions")
}

/// Records that no session is left, and locks the user; false if this was recorded, or the user cancelled the deletion.
pub(crate) async fn record_no_sessions(db: &mut Connection<'_>, id: &str) -> Result<bool, Failure> {
    lock(db, id).await?;
    on_engine!(db, |c| {
        sqlx::query(RECORD_NO_SESSIONS)
            .bind(id)
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("recording that a user has no session")
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
        sqlx::query_scalar(LIST_DUE)
            .bind(now.micros())
            .bind(most)
            .bind(without)
            .fetch_all(c)
            .await
    })
    .failed("listing users whose deletion is due")
}

/// Removes the personal data of a user whose deletion is due, and of users who were merged into this user. False if the
/// user cancelled it, or another replica was first. The row remains, so that its id is never used again.
pub(crate) async fn erase(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    lock(db, id).await?;
    let is_erased = on_engine!(&mut *db, |c| {
        sqlx::query(ERASE)
            .bind(id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("erasing a user's personal data")?;
    if is_erased {
        on_engine!(db, |c| {
            sqlx::query(ERASE_MERGED)
                .bind(id)
                .bind(now.micros())
                .execute(c)
                .await
                .map(|_| ())
        })
        .failed("erasing the data of merged users")?;
    }
    Ok(is_erased)
}
