//! Whoever is signed in, as far as changing a password needs to know.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::passwords::store::hashes;
use crate::sessions::{self, Current, Visit};
use crate::users::{self, User};

/// A first password is set only so long after the person proved who they are.
const FRESH: Duration = Duration::from_mins(10);

/// A person who is signed in and may be.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// Who it is.
    pub(super) user: User,
    /// Whether there is a password already.
    pub(super) has_password: bool,
    /// The session.
    pub(super) session: Current,
}

impl Person {
    /// Whether the person proved just now who they are.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.session.auth_time.plus(FRESH)
    }
}

/// Finds who has the session with an id.
pub(super) async fn person_of(app: &App, session: &str) -> Result<Option<Person>, Failure> {
    let Visit::SignedIn { session, .. } = sessions::visit(app, session).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let user = users::store::find(&mut db, &session.user_id).await?;
    let Some(user) = user.filter(|user| user.is_active) else {
        return Ok(None);
    };
    Ok(Some(Person {
        has_password: hashes::has(&mut db, &user.id).await?,
        user,
        session: Current::from(session),
    }))
}
