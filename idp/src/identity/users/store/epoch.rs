//! The epoch of a user's sessions: a counter that rises whenever all of them end.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, on_engine};

const LOCK_FOR_SIGN_IN: &str = "UPDATE users SET session_epoch = session_epoch + $2 WHERE id = $1 AND is_active \
     RETURNING session_epoch, leaves_at IS NOT NULL AS is_leaving";
const RAISE: &str = "UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1";
const FIND_ACTIVE: &str = "SELECT session_epoch FROM users WHERE id = $1 AND is_active";

/// User who may sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct SignInState {
    /// The number of times that all sessions of the user have ended.
    #[sqlx(rename = "session_epoch")]
    pub(crate) epoch: i64,
    /// True if the user requested the deletion of the account.
    pub(crate) is_leaving: bool,
}

/// Locks a user who may sign in until the transaction ends, so that a concurrent deactivation or sign-out waits.
/// Returns the epoch, which is raised if the other sessions end; `None` if the user may not sign in.
pub(crate) async fn lock_for_sign_in(
    db: &mut Connection<'_>,
    user_id: &str,
    others_end: bool,
) -> Result<Option<SignInState>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(LOCK_FOR_SIGN_IN)
            .bind(user_id)
            .bind(i64::from(others_end))
            .fetch_optional(c)
            .await
    })
    .failed("locking a user for a sign-in")
}

/// Records that all sessions of a user end.
pub(crate) async fn raise(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(RAISE)
            .bind(user_id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("raising the epoch of a user's sessions")
}

/// Returns the epoch of a user who may sign in.
pub(crate) async fn find_active(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Option<i64>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(FIND_ACTIVE)
            .bind(user_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading the epoch of a user's sessions")
}
