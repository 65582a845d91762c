//! Reading a session from its cookie: what the cookie says counts while the user's epoch and the session's row agree.
//!
//! Both are remembered for less than a second, so that a session that ends anywhere is dead everywhere within one. A read
//! costs at most two questions to the database for each person and second; one that has to send the cookie again, once a
//! day, asks for the row itself, so that a late answer never brings an ended session back.

use std::sync::Arc;

use foundation::{Connection, Failure, Timestamp};

use super::read::Visit;
use super::sealed::{Claims, Opened, SealedSessions};
use super::session::Session;
use super::store;
use crate::app::App;
use crate::users::Found;
use crate::users::store::find_with_epoch;

/// The live session that a cookie tells of, as it stands, and the cookie.
pub(super) async fn find_sealed(
    app: &App,
    sealed: &SealedSessions,
    value: &str,
) -> Result<Option<(Session, Arc<Opened>)>, Failure> {
    let now = app.clock.now();
    let Some(opened) = sealed.unseal(value) else {
        return Ok(None);
    };
    let claims = &opened.claims;
    if !claims.are_timely(now) || !is_of_this_epoch(app, claims).await? {
        return Ok(None);
    }
    let found = sealed
        .remembered
        .find(
            (&app.database, &app.clock),
            &claims.sub,
            &opened.digest,
            app.sessions.edge(now),
        )
        .await?;
    let longest = app.config.sessions.longest;
    let found = found.filter(|session| now < session.last_end(longest));
    Ok(found.map(|session| (session, opened)))
}

/// Reads a session, and seals it anew when a day has passed, when it was sealed under an older secret, or when another
/// request extended it.
pub(super) async fn visit_sealed(
    app: &App,
    sealed: &SealedSessions,
    value: &str,
) -> Result<Visit, Failure> {
    let Some((session, opened)) = find_sealed(app, sealed, value).await? else {
        return Ok(Visit::SignedOut);
    };
    let now = app.clock.now();
    let is_as_kept = opened.is_current && opened.claims.exp == session.expires_at.seconds();
    let longest = app.config.sessions.longest;
    let is_due = session.is_due(longest, now);
    if is_as_kept && !is_due {
        return Ok(Visit::SignedIn {
            session,
            resent: None,
        });
    }
    let there = if is_due {
        let session = session.extended(longest, now);
        let is_there = app.sessions.extend(&app.database, &session).await?;
        app.sessions.changed(&session.user_id);
        is_there.then_some(session)
    } else {
        still_there(app, &session, now).await?
    };
    match there {
        Some(session) => seal_anew(app, sealed, session, &opened.claims).await,
        None => Ok(Visit::SignedOut),
    }
}

async fn still_there(
    app: &App,
    session: &Session,
    now: Timestamp,
) -> Result<Option<Session>, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), &session.digest).await?;
    Ok(found.filter(|session| session.is_live(app.sessions.edge(now))))
}

async fn seal_anew(
    app: &App,
    sealed: &SealedSessions,
    session: Session,
    claims: &Claims,
) -> Result<Visit, Failure> {
    let resent = match app.owners.find(&session.user_id).await? {
        Found::Owner(owner) => {
            let claims = Claims::of(&session, claims.jti.clone(), &owner.user, claims.epoch);
            Some(sealed.seal(claims)?)
        }
        // Whoever reads the session finds that out as well.
        Found::Inactive | Found::Nobody => None,
    };
    Ok(Visit::SignedIn { session, resent })
}

/// Whether no end of all the user's sessions came after this one began. Epochs only go up: one that is remembered may be
/// too low, never too high.
async fn is_of_this_epoch(app: &App, claims: &Claims) -> Result<bool, Failure> {
    let is_of = |found: &Found| match found {
        Found::Owner(owner) => Some(claims.epoch.cmp(&owner.epoch)),
        Found::Inactive | Found::Nobody => None,
    };
    let mut found = app.owners.find(&claims.sub).await?;
    if is_of(&found).is_some_and(std::cmp::Ordering::is_gt) {
        app.owners.forget(&claims.sub).await;
        found = app.owners.find(&claims.sub).await?;
    }
    Ok(match found {
        Found::Owner(owner) => claims.epoch == owner.epoch,
        // The row decides; who may not sign in is found out by whoever reads the session.
        Found::Inactive => true,
        Found::Nobody => false,
    })
}

/// What a browser is given for a session that was just begun or goes on under a secret id, in the caller's transaction.
pub(super) async fn seal_begun(
    app: &App,
    db: &mut Connection<'_>,
    session: &Session,
    id: String,
) -> Result<String, Failure> {
    match &app.sessions {
        super::SessionStore::Sql | super::SessionStore::Redis(_) => Ok(id),
        super::SessionStore::Cookie(sealed) => {
            let found = find_with_epoch(db, &session.user_id).await?;
            let (user, epoch) = found.ok_or_else(|| Failure::defect("a session of nobody"))?;
            sealed.seal(Claims::of(session, id, &user, epoch))
        }
    }
}
