//! Reads the session of a request, for the session route.

use std::sync::Arc;

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::identity::users::{self, DirectoryLookup, SessionOwner};
use crate::session::sessions::{self, CurrentSession, SessionLookup};

/// Live session of an active user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserSession {
    /// The user of the session.
    pub(super) owner: Arc<SessionOwner>,
    /// The time at which the session ends.
    pub(super) expires_at: Timestamp,
    /// The new value of the session cookie, if the browser needs one.
    pub(super) resent: Option<String>,
}

/// Reads the session with an id, and extends it if a day has passed. `None` if there is no live session, or its user
/// does not exist or may not sign in.
pub(super) async fn read_session(app: &App, id: &str) -> Result<Option<UserSession>, Failure> {
    let SessionLookup::SignedIn { session, resent } = sessions::read_session(app, id).await? else {
        return Ok(None);
    };
    let owner = match app.owners.find(&session.user_id).await? {
        DirectoryLookup::Owner(owner) => owner,
        DirectoryLookup::Unknown => return Ok(None),
        DirectoryLookup::Inactive => {
            end_all(app, &session.user_id).await?;
            return Ok(None);
        }
    };
    Ok(Some(UserSession {
        owner,
        expires_at: session.expires_at,
        resent,
    }))
}

/// Returns the session of an id; `None` if it has expired or its user may not sign in.
pub(super) async fn current_user(app: &App, id: &str) -> Result<Option<CurrentSession>, Failure> {
    let SessionLookup::SignedIn { session, .. } = sessions::read_session(app, id).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user
        .is_some_and(|user| user.is_active)
        .then(|| CurrentSession::from(session)))
}

/// Ends all sessions of a deactivated user as soon as a browser presents one of them.
async fn end_all(app: &App, user_id: &str) -> Result<(), Failure> {
    let ended = sessions::end_all_of_user(app, user_id).await?;
    tracing::info!(
        user = user_id,
        sessions = ended.len(),
        "an inactive user was signed out"
    );
    Ok(())
}
