//! Signed-in user who changes a password.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::identity::passwords::store::hashes;
use crate::identity::users::{self, User};
use crate::session::sessions::{self, CurrentSession, SessionLookup};

/// Maximum age of the sign-in of a user who sets a first password.
const MAX_SIGN_IN_AGE: Duration = Duration::from_mins(10);

/// Signed-in user who may sign in.
#[derive(Clone, Debug)]
pub(super) struct SessionUser {
    pub(super) user: User,
    /// True if the user has a password.
    pub(super) has_password: bool,
    pub(super) session: CurrentSession,
}

impl SessionUser {
    /// Returns whether the user signed in recently.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.session.auth_time.plus(MAX_SIGN_IN_AGE)
    }
}

/// Finds the user of a session.
pub(super) async fn find_session_user(
    app: &App,
    session: &str,
) -> Result<Option<SessionUser>, Failure> {
    let SessionLookup::SignedIn { session, .. } = sessions::read_session(app, session).await?
    else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let user = users::store::find(&mut db, &session.user_id).await?;
    let Some(user) = user.filter(|user| user.is_active) else {
        return Ok(None);
    };
    Ok(Some(SessionUser {
        has_password: hashes::has(&mut db, &user.id).await?,
        user,
        session: CurrentSession::from(session),
    }))
}
