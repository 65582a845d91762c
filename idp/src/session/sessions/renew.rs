//! Renewing a session under a new id: the user's permissions changed, but the user proved nothing again.

use foundation::{Connection, Failure, Transaction};

use super::end::{EndReason, end_grants, end_grants_again};
use super::read::find_live;
use super::read_sealed::seal_started;
use super::repeated_sign_in::{self, RepeatableSignIn};
use super::session::{CurrentSession, Session, SessionSelection, digest_of};
use super::start::SessionCookie;
use crate::app::App;
use crate::http::network::Network;
use crate::identity::users::store::epoch;
use crate::protocol::grants;
use crate::session::backchannel::DueLogouts;

/// Sessions that end when one is renewed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionsToEnd<'a> {
    /// Second user, whose sessions all end together with the user's other sessions.
    pub(crate) other_user: Option<&'a str>,
    /// Network of the request.
    pub(crate) network: Network,
    /// True if a sign-in method of the user was removed. Then all grants given in other sessions end, including those
    /// of ended sessions.
    pub(crate) is_method_removed: bool,
}

/// A session that gets a new id, as the browser presents it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionRenewal<'a> {
    /// Id that the browser presents.
    pub(crate) id: &'a str,
    /// Lets the browser find the session again after it sent the form twice.
    pub(crate) repeatable: Option<RepeatableSignIn<'a>>,
}

/// Gives a live session a new id in the caller's transaction and commits it. The user's permissions changed, but the
/// user proved nothing again. Returns `None` and commits nothing if the session has ended.
pub(crate) async fn renew(
    app: &App,
    transaction: Transaction,
    old: SessionRenewal<'_>,
) -> Result<Option<SessionCookie>, Failure> {
    renew_and(app, transaction, old, None).await
}

/// Renews a session as [`renew`] does; the same commit ends all other sessions, because the sign-in methods changed.
pub(crate) async fn renew_alone(
    app: &App,
    transaction: Transaction,
    old: SessionRenewal<'_>,
    ending: SessionsToEnd<'_>,
) -> Result<Option<SessionCookie>, Failure> {
    renew_and(app, transaction, old, Some(ending)).await
}

async fn renew_and(
    app: &App,
    mut transaction: Transaction,
    old: SessionRenewal<'_>,
    ending: Option<SessionsToEnd<'_>>,
) -> Result<Option<SessionCookie>, Failure> {
    let now = app.clock.now();
    let Some(live) = find_live(app, old.id).await? else {
        return Ok(None);
    };
    // The cache may be older than the stored session.
    let Some(found) = app.sessions.find(&app.database, &live.digest).await? else {
        return Ok(None);
    };
    let id = app.random.token()?;
    let session = Session {
        digest: digest_of(&id),
        last_seen_at: now,
        ..found.clone()
    };
    let mut db = transaction.connection();
    // A session that starts now and reaches Redis late finds another epoch and is removed.
    if ending.is_some()
        && epoch::lock_for_sign_in(&mut db, &found.user_id, true)
            .await?
            .is_none()
    {
        return Ok(None);
    }
    if !app
        .sessions
        .lock(&mut db, &CurrentSession::from(found.clone()), now)
        .await?
    {
        return Ok(None);
    }
    let due = match ending {
        Some(ending) => end_others(app, &mut db, &found, ending).await?,
        None => DueLogouts::default(),
    };
    app.sessions
        .begin(&mut db, &session, Some(&found.digest))
        .await?;
    let started = SessionCookie {
        id: seal_started(app, &mut db, &session, id).await?,
        expires_at: session.expires_at,
    };
    if let Some(repeatable) = old.repeatable {
        repeated_sign_in::remember(app, &mut db, &started, Some(old.id), repeatable).await?;
    }
    transaction.commit().await?;
    due.wake(app);
    app.owners.forget(&session.user_id).await;
    app.sessions.invalidate(&session.user_id);
    if let Some(ending) = ending {
        forget_others(app, &found, ending).await?;
    }
    let is_there = app.sessions.renew(&found.digest, &session).await?;
    Ok(is_there.then_some(started))
}

/// Ends the other sessions in the transaction that renews this one.
async fn end_others(
    app: &App,
    db: &mut Connection<'_>,
    stored: &Session,
    ending: SessionsToEnd<'_>,
) -> Result<DueLogouts, Failure> {
    let mut due = DueLogouts::default();
    for (user_id, which) in selections(stored, ending) {
        let ended = app.sessions.end_of_user(db, user_id, which).await?;
        due =
            due.and(end_grants(app, db, &ended, ending.end_reason(), Some(ending.network)).await?);
    }
    if ending.is_method_removed {
        let (user_id, sid) = (&stored.user_id, &stored.sid);
        grants::store::revoke_of_others(db, user_id, sid, app.clock.now()).await?;
    }
    Ok(due)
}

/// Removes the other sessions from Redis after the commit.
async fn forget_others(
    app: &App,
    stored: &Session,
    ending: SessionsToEnd<'_>,
) -> Result<(), Failure> {
    for (user_id, which) in selections(stored, ending) {
        app.owners.forget(user_id).await;
        app.sessions.invalidate(user_id);
        let left = app.sessions.forget_of_user(user_id, which).await?;
        end_grants_again(app, &left, ending.end_reason(), Some(ending.network)).await?;
    }
    Ok(())
}

impl SessionsToEnd<'_> {
    fn end_reason(self) -> EndReason {
        if self.is_method_removed {
            EndReason::EverywhereWithGrants
        } else {
            EndReason::Everywhere
        }
    }
}

/// Returns the users and the selections of their sessions that end when one is renewed.
fn selections<'a>(
    stored: &'a Session,
    ending: SessionsToEnd<'a>,
) -> impl Iterator<Item = (&'a str, SessionSelection<'a>)> {
    let own = (
        stored.user_id.as_str(),
        SessionSelection::AllBut(&stored.sid),
    );
    let also = ending
        .other_user
        .map(|user_id| (user_id, SessionSelection::All));
    std::iter::once(own).chain(also)
}
