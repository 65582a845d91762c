//! Reading a session, and extending it once a day.

use foundation::Failure;

use super::read_sealed::{find_sealed, read_sealed};
use super::session::{Session, digest_of};
use super::session_store::SessionStore;
use super::store;
use crate::app::App;
use crate::identity::users::DirectoryLookup;

/// Result of a lookup by session cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SessionLookup {
    /// There is no live session.
    SignedOut,
    /// There is a live session.
    SignedIn {
        /// The session, after any extension.
        session: Session,
        /// New value for the browser's cookie, if it changes.
        resent: Option<String>,
    },
}

/// Finds the live session of a session cookie without extending it.
pub(super) async fn find_live(app: &App, id: &str) -> Result<Option<Session>, Failure> {
    if let SessionStore::Cookie(sealed) = &app.sessions {
        let found = find_sealed(app, sealed, id).await?;
        return Ok(found.map(|(session, _cookie)| session));
    }
    let found = app.sessions.find(&app.database, &digest_of(id)).await?;
    Ok(found.filter(|session| is_usable(app, session)))
}

fn is_usable(app: &App, session: &Session) -> bool {
    session.is_usable(app.config.sessions.longest, app.clock.now())
}

/// Finds the live session of a session cookie, unless its user is inactive, without extending it. The database needs
/// one statement. Other stores see a deactivation within one second, and at once on the server that made it.
pub(super) async fn find_live_of_active(app: &App, id: &str) -> Result<Option<Session>, Failure> {
    if let SessionStore::Sql = &app.sessions {
        let mut reader = app.database.reader().await?;
        let found = store::find_of_active(&mut reader.connection(), &digest_of(id)).await?;
        return Ok(found.filter(|session| is_usable(app, session)));
    }
    let Some(session) = find_live(app, id).await? else {
        return Ok(None);
    };
    Ok(match app.owners.find(&session.user_id).await? {
        DirectoryLookup::Owner(_) => Some(session),
        DirectoryLookup::Inactive | DirectoryLookup::Unknown => None,
    })
}

/// Reads a session and extends it if due. A session that ends during the read counts as signed out.
pub(crate) async fn read_session(app: &App, id: &str) -> Result<SessionLookup, Failure> {
    if let SessionStore::Cookie(sealed) = &app.sessions {
        return read_sealed(app, sealed, id).await;
    }
    let Some(session) = find_live(app, id).await? else {
        return Ok(SessionLookup::SignedOut);
    };
    let now = app.clock.now();
    let longest = app.config.sessions.longest;
    if !session.is_due(longest, now) {
        return Ok(SessionLookup::SignedIn {
            session,
            resent: None,
        });
    }
    let session = session.extended(longest, now);
    let still_there = app.sessions.extend(&app.database, &session).await?;
    Ok(if still_there {
        SessionLookup::SignedIn {
            session,
            resent: Some(id.to_owned()),
        }
    } else {
        SessionLookup::SignedOut
    })
}
