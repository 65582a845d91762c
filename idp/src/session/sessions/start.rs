//! Starting a session, or continuing one under a new id.

use foundation::{Failure, Timestamp, Transaction, id};

use super::end::{EndReason, end_grants, end_grants_again};
use super::read_sealed::seal_started;
use super::repeated_sign_in::{self, RepeatableSignIn};
use super::session::{LIFETIME, ProofTime, Session, SessionSelection, clean_user_agent, digest_of};
use crate::app::App;
use crate::http::network::Network;
use crate::identity::users::{self, store::epoch};
use crate::protocol::grants;
use crate::session::backchannel::DueLogouts;

/// Input of a new session.
#[derive(Clone, Debug)]
pub(crate) struct NewSession<'a> {
    /// The user's id.
    pub(crate) user_id: &'a str,
    /// Methods of the proof of identity.
    pub(crate) amr: &'a [&'a str],
    /// The browser's user agent.
    pub(crate) user_agent: Option<&'a str>,
    /// Network in which the session starts.
    pub(crate) network: Option<Network>,
    /// Session cookie that the browser presented, if any; it becomes invalid.
    pub(crate) replaces: Option<&'a str>,
    /// Effect on the user's other sessions.
    pub(crate) others: OtherSessions,
    /// Time of the user's proof of identity.
    pub(crate) proof_time: ProofTime,
    /// Lets the browser find the session again after it sent the sign-in twice.
    pub(crate) repeatable: Option<RepeatableSignIn<'a>>,
}

/// Effect of a new session on the user's other sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherSessions {
    /// They remain.
    Remain,
    /// They end with the commit that starts this one.
    End,
    /// They end with all the user's grants, with `offline_access` or without: another person may have used them.
    EndWithGrants,
}

impl OtherSessions {
    /// Returns the reason for their end, if they end.
    fn end_reason(self) -> Option<EndReason> {
        match self {
            Self::Remain => None,
            Self::End => Some(EndReason::Everywhere),
            Self::EndWithGrants => Some(EndReason::EverywhereWithGrants),
        }
    }
}

/// A started session; its id or encrypted claims go only into the browser's cookie.
#[derive(Clone, Debug)]
pub(crate) struct SessionCookie {
    /// The cookie's value.
    pub(crate) id: String,
    /// Expiry of the cookie.
    pub(crate) expires_at: Timestamp,
}

/// Starts a session in the caller's transaction and commits it. If the browser presents a session of the same user,
/// that session continues under a new id with its grants; one of another user ends. Returns `None` and commits nothing
/// if the user may no longer sign in.
///
/// [`super::session_store`] says in which order the database and Redis change.
pub(crate) async fn start(
    app: &App,
    mut transaction: Transaction,
    new: NewSession<'_>,
) -> Result<Option<SessionCookie>, Failure> {
    let id = app.random.token()?;
    let session = new_session(app, &id, &new)?;
    let Some(begun) = start_in_database(app, &mut transaction, &new, &session).await? else {
        transaction.rollback().await?;
        return Ok(None);
    };
    let started = SessionCookie {
        id: seal_started(app, &mut transaction.connection(), &session, id).await?,
        expires_at: session.expires_at,
    };
    if let Some(repeatable) = new.repeatable {
        let db = &mut transaction.connection();
        repeated_sign_in::remember(app, db, &started, new.replaces, repeatable).await?;
    }
    transaction.commit().await?;
    begun.due.wake(app);
    if begun.cancelled_deletion {
        app.mail.wake();
    }
    app.owners.forget(new.user_id).await;
    for user_id in &begun.changed {
        app.sessions.invalidate(user_id);
    }
    if !app.sessions.is_transactional() {
        store_in_redis(app, &begun.input_for_redis(&new), &session).await?;
        end_if_late(app, &session, begun.epoch).await?;
    }
    Ok(Some(started))
}

/// Result of the start in the database, for the steps after the commit.
pub(super) struct SessionStart {
    /// Epoch under which the session starts.
    pub(super) epoch: i64,
    /// True if the user had requested deletion.
    cancelled_deletion: bool,
    /// Users whose sessions changed.
    changed: Vec<String>,
    /// Back-channel logouts of the ended sessions.
    due: DueLogouts,
}

impl SessionStart {
    /// Returns the session's input for Redis. If the user had requested deletion, all other sessions have ended, so one
    /// that remains in Redis must not return.
    fn input_for_redis<'a>(&self, new: &NewSession<'a>) -> NewSession<'a> {
        let others = match new.others {
            OtherSessions::Remain if self.cancelled_deletion => OtherSessions::End,
            others
            @ (OtherSessions::Remain | OtherSessions::End | OtherSessions::EndWithGrants) => others,
        };
        NewSession {
            others,
            ..new.clone()
        }
    }
}

/// Starts the session in the database: locks the user, ends replaced sessions, and inserts the session if the database
/// stores it. Returns `None` if the user may not sign in.
pub(super) async fn start_in_database(
    app: &App,
    transaction: &mut Transaction,
    new: &NewSession<'_>,
    session: &Session,
) -> Result<Option<SessionStart>, Failure> {
    let mut db = transaction.connection();
    let why = new.others.end_reason();
    let Some(admitted) = epoch::lock_for_sign_in(&mut db, new.user_id, why.is_some()).await? else {
        return Ok(None);
    };
    if admitted.is_leaving {
        users::cancel_deletion(app, &mut db, new.user_id, new.network).await?;
    }
    let mut due = DueLogouts::default();
    if let Some(why) = why {
        let ended = app
            .sessions
            .end_of_user(&mut db, new.user_id, SessionSelection::All)
            .await?;
        due = end_grants(app, &mut db, &ended, why, new.network).await?;
    }
    if new.others == OtherSessions::EndWithGrants {
        // Includes the grants of ended sessions.
        grants::store::revoke_of_user(&mut db, new.user_id, app.clock.now()).await?;
    }
    let old = new.replaces.and_then(|old| app.sessions.digest_of(old));
    let ended = app.sessions.begin(&mut db, session, old.as_deref()).await?;
    due = due.and(end_grants(app, &mut db, &ended, EndReason::Replaced, new.network).await?);
    let mut changed = vec![new.user_id.to_owned()];
    changed.extend(ended.into_iter().map(|ended| ended.user_id));
    Ok(Some(SessionStart {
        epoch: admitted.epoch,
        cancelled_deletion: admitted.is_leaving,
        changed,
        due,
    }))
}

/// Changes Redis after the commit: sessions end before the new one starts.
pub(super) async fn store_in_redis(
    app: &App,
    new: &NewSession<'_>,
    session: &Session,
) -> Result<(), Failure> {
    if let Some(why) = new.others.end_reason() {
        let left = app
            .sessions
            .forget_of_user(new.user_id, SessionSelection::All)
            .await?;
        end_grants_again(app, &left, why, new.network).await?;
    }
    if let Some(old) = new.replaces.and_then(|old| app.sessions.digest_of(old)) {
        if app.sessions.renew(&old, session).await? {
            return Ok(());
        }
        let left = app.sessions.forget(&old).await?;
        end_grants_again(app, left.as_slice(), EndReason::Replaced, new.network).await?;
    }
    let ended = app.sessions.insert(session).await?;
    end_grants_again(app, &ended, EndReason::Replaced, new.network).await
}

/// Ends a session that reached Redis too late: after its commit the user was deactivated or all sessions were ended. No
/// browser has its id yet.
pub(super) async fn end_if_late(
    app: &App,
    session: &Session,
    admitted: i64,
) -> Result<(), Failure> {
    let mut reader = app.database.reader().await?;
    let epoch = epoch::find_active(&mut reader.connection(), &session.user_id).await?;
    drop(reader);
    if epoch == Some(admitted) {
        return Ok(());
    }
    let left = app.sessions.forget(&session.digest).await?;
    end_grants_again(app, left.as_slice(), EndReason::Everywhere, None).await
}

pub(super) fn new_session(app: &App, id: &str, new: &NewSession<'_>) -> Result<Session, Failure> {
    let now = app.clock.now();
    Ok(Session {
        digest: digest_of(id),
        sid: id::new("ses", &app.clock, &app.random)?,
        user_id: new.user_id.to_owned(),
        created_at: now,
        auth_time: new.proof_time.auth_time(now),
        expires_at: now.plus(LIFETIME.min(app.config.sessions.longest)),
        amr: new
            .amr
            .iter()
            .copied()
            .chain(new.proof_time.marker())
            .map(ToOwned::to_owned)
            .collect(),
        user_agent: new.user_agent.map(clean_user_agent),
        network: new.network.map(|network| network.to_string()),
        last_seen_at: now,
    })
}
