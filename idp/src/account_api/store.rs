//! What only the account API asks the database: which clients live on which session of a person, and who went into them.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const CLIENTS_OF_SESSIONS: &str = "SELECT g.sid, g.client_id, c.name FROM grants g JOIN clients c ON c.id = g.client_id \
    WHERE g.user_id = $1 AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > $2) AND c.is_active \
    GROUP BY g.sid, g.client_id, c.name ORDER BY c.name, g.client_id";

const MERGED_INTO: &str = "SELECT id FROM users WHERE merged_into = $1 ORDER BY id";

/// A client that a session gave a grant which still stands.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ClientOfSession {
    /// The session.
    pub(super) sid: String,
    /// `client_id`.
    pub(super) client_id: String,
    /// `client_name`.
    pub(super) name: String,
}

/// The clients that live on a person's sessions, by their names.
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
    .failed("listing the clients of a person's sessions")
}

/// The ids of the users who went into one.
pub(super) async fn users_merged_into(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(MERGED_INTO)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("looking for users who went into one")
}
