//! Reading who is signed in, for the session route.

use std::sync::Arc;

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::sessions::{self, Current, Visit};
use crate::users::{self, Found, Owner};

/// A live session of a user who may be here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SignedIn {
    /// Whose it is.
    pub(super) owner: Arc<Owner>,
    /// When the session ends.
    pub(super) expires_at: Timestamp,
    /// What the browser has to be given in the place of what it presented, if anything.
    pub(super) resent: Option<String>,
}

/// Reads the session with an id, extending it when a day has passed; `None` when it is none, or its user is
/// gone or may not sign in.
pub(super) async fn read_session(app: &App, id: &str) -> Result<Option<SignedIn>, Failure> {
    let Visit::SignedIn { session, resent } = sessions::visit(app, id).await? else {
        return Ok(None);
    };
    let owner = match app.owners.find(&session.user_id).await? {
        Found::Owner(owner) => owner,
        Found::Nobody => return Ok(None),
        Found::Inactive => {
            end_all(app, &session.user_id).await?;
            return Ok(None);
        }
    };
    Ok(Some(SignedIn {
        owner,
        expires_at: session.expires_at,
        resent,
    }))
}

/// Who is signed in with the session of an id; an expired one counts as none, and so does that of a user who was
/// switched off.
pub(super) async fn current_user(app: &App, id: &str) -> Result<Option<Current>, Failure> {
    let Visit::SignedIn { session, .. } = sessions::visit(app, id).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user
        .is_some_and(|user| user.is_active)
        .then(|| Current::from(session)))
}

/// A person who was switched off is signed out everywhere, as soon as one of their browsers shows up.
async fn end_all(app: &App, user_id: &str) -> Result<(), Failure> {
    let ended = sessions::end_all_of_user(app, user_id).await?;
    tracing::info!(
        user = user_id,
        sessions = ended.len(),
        "an inactive user was signed out"
    );
    Ok(())
}
