//! Reading a session from its cookie, valid while the user's epoch and the session's row agree with it.
//!
//! A cache keeps both for less than a second, so that an ended session is rejected everywhere within one second. Reads
//! cost at most two queries per user and second. A read that sends the cookie again, once a day, queries the row
//! itself, so that a late response never restores an ended session.

use std::sync::Arc;

use foundation::{Connection, Failure, Timestamp};

use super::read::SessionLookup;
use super::row_cache::RowSource;
use super::sealed::{DecryptedCookie, SealedSessions, SessionClaims};
use super::session::Session;
use super::store;
use crate::app::App;
use crate::identity::users::DirectoryLookup;
use crate::identity::users::store::find_with_epoch;

/// Finds the live session of a cookie, and the decrypted cookie.
pub(super) async fn find_sealed(
    app: &App,
    sealed: &SealedSessions,
    value: &str,
) -> Result<Option<(Session, Arc<DecryptedCookie>)>, Failure> {
    let now = app.clock.now();
    let Some(opened) = sealed.unseal(value) else {
        return Ok(None);
    };
    let claims = &opened.claims;
    if !claims.are_timely(now) || !is_of_this_epoch(app, claims).await? {
        return Ok(None);
    }
    let found = sealed
        .rows
        .find(
            RowSource {
                database: &app.database,
                clock: &app.clock,
            },
            &claims.sub,
            &opened.digest,
            app.sessions.min_end(now),
        )
        .await?;
    let longest = app.config.sessions.longest;
    let found = found.filter(|session| session.is_before_last_end(longest, now));
    Ok(found.map(|session| (session, opened)))
}

/// Reads a session, and encrypts it again after a day, a new secret, or another request's extension.
pub(super) async fn read_sealed(
    app: &App,
    sealed: &SealedSessions,
    value: &str,
) -> Result<SessionLookup, Failure> {
    let Some((session, opened)) = find_sealed(app, sealed, value).await? else {
        return Ok(SessionLookup::SignedOut);
    };
    let now = app.clock.now();
    let is_as_kept = opened.is_current && opened.claims.exp == session.expires_at.seconds();
    let longest = app.config.sessions.longest;
    let is_due = session.is_due(longest, now);
    if is_as_kept && !is_due {
        return Ok(SessionLookup::SignedIn {
            session,
            resent: None,
        });
    }
    let there = if is_due {
        let session = session.extended(longest, now);
        let is_there = app.sessions.extend(&app.database, &session).await?;
        app.sessions.invalidate(&session.user_id);
        is_there.then_some(session)
    } else {
        find_live(app, &session, now).await?
    };
    match there {
        Some(session) => reseal(app, sealed, session, &opened.claims).await,
        None => Ok(SessionLookup::SignedOut),
    }
}

async fn find_live(
    app: &App,
    session: &Session,
    now: Timestamp,
) -> Result<Option<Session>, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), &session.digest).await?;
    Ok(found.filter(|session| session.is_live(app.sessions.min_end(now))))
}

async fn reseal(
    app: &App,
    sealed: &SealedSessions,
    session: Session,
    claims: &SessionClaims,
) -> Result<SessionLookup, Failure> {
    let resent = match app.owners.find(&session.user_id).await? {
        DirectoryLookup::Owner(owner) => {
            let claims =
                SessionClaims::new(&session, claims.jti.clone(), &owner.user, claims.epoch);
            Some(sealed.seal(claims)?)
        }
        // The reader of the session finds out as well that the user is gone or inactive.
        DirectoryLookup::Inactive | DirectoryLookup::Unknown => None,
    };
    Ok(SessionLookup::SignedIn { session, resent })
}

/// Returns true if no later request ended all the user's sessions. Epochs only rise, so a cached epoch may be too low,
/// never too high.
async fn is_of_this_epoch(app: &App, claims: &SessionClaims) -> Result<bool, Failure> {
    let is_of = |found: &DirectoryLookup| match found {
        DirectoryLookup::Owner(owner) => Some(claims.epoch.cmp(&owner.epoch)),
        DirectoryLookup::Inactive | DirectoryLookup::Unknown => None,
    };
    let mut found = app.owners.find(&claims.sub).await?;
    if is_of(&found).is_some_and(std::cmp::Ordering::is_gt) {
        app.owners.forget(&claims.sub).await;
        found = app.owners.find(&claims.sub).await?;
    }
    Ok(match found {
        DirectoryLookup::Owner(owner) => claims.epoch == owner.epoch,
        // The row decides; the reader of the session checks if the user is active.
        DirectoryLookup::Inactive => true,
        DirectoryLookup::Unknown => false,
    })
}

/// Returns the cookie value of a new or renewed session, read in the caller's transaction.
pub(super) async fn seal_started(
    app: &App,
    db: &mut Connection<'_>,
    session: &Session,
    id: String,
) -> Result<String, Failure> {
    match &app.sessions {
        super::SessionStore::Sql | super::SessionStore::Redis(_) => Ok(id),
        super::SessionStore::Cookie(sealed) => {
            let found = find_with_epoch(db, &session.user_id).await?;
            let (user, epoch) = found.ok_or_else(|| Failure::defect("a session has no user"))?;
            sealed.seal(SessionClaims::new(session, id, &user, epoch))
        }
    }
}
