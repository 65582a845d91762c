//! Reading a session, and extending it when a day has passed.

use foundation::Failure;

use super::session::{Session, digest_of};
use crate::app::App;

/// What a presented id turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// No live session has it.
    SignedOut,
    /// A live session.
    SignedIn {
        /// The session, as it is after an extension.
        session: Session,
        /// Whether it was extended just now, so that the cookie has to be sent again.
        extended: bool,
    },
}

/// The live session with an id, as it stands.
pub(super) async fn find_live(app: &App, id: &str) -> Result<Option<Session>, Failure> {
    let now = app.clock.now();
    let found = app.sessions.find(&app.database, &digest_of(id)).await?;
    Ok(found.filter(|session| session.is_live(now)))
}

/// Reads a session and extends it when it is due. One that ends meanwhile counts as signed out.
pub(crate) async fn visit(app: &App, id: &str) -> Result<Visit, Failure> {
    let Some(session) = find_live(app, id).await? else {
        return Ok(Visit::SignedOut);
    };
    let now = app.clock.now();
    if !session.is_due(now) {
        return Ok(Visit::SignedIn {
            session,
            extended: false,
        });
    }
    let session = session.extended(now);
    let still_there = app.sessions.extend(&app.database, &session).await?;
    Ok(if still_there {
        Visit::SignedIn {
            session,
            extended: true,
        }
    } else {
        Visit::SignedOut
    })
}
