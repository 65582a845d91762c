//! Queries of the account API alone: the clients of a user's sessions, and the users who were merged into a user.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

const CLIENTS_OF_SESSIONS: &str = "SELECT g.sid, g.client_id, c.name FROM grants g JOIN clients c ON c.id = g.client_id \
    WHERE g.user_id = $1 AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > $2) AND c.is_active \
    GROUP BY g.sid, g.client_id, c.name ORDER BY c.name, g.client_id";

const MERGED_INTO: &str = "SELECT id FROM users WHERE merged_into = $1 ORDER BY id";

/// A client that has an active grant of a session.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ClientOfSession {
    /// The session's `sid`.
    pub(super) sid: String,
    /// `client_id`.
    pub(super) client_id: String,
    /// `client_name`.
    pub(super) name: String,
}

/// Returns the clients that have active grants of a user's sessions, sorted by name.
pub(super) async fn clients_of_sessions(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Vec<ClientOfSession>, Failure> {
    on_engine!(db, |c| sqlx::query_as(CLIENTS_OF_SESSIONS)
        .bind(user_id)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("listing the clients of a user's sessions")
}

/// Returns the ids of the users who were merged into a user.
pub(super) async fn users_merged_into(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MERGED_INTO)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("finding users merged into another")
}
