//! Starting a session, or continuing one under a new id.

use foundation::{Failure, Timestamp, Transaction, id};

use super::end::{Why, follow, follow_again};
use super::read_sealed::seal_begun;
use super::repeat::{self, Repeatable};
use super::session::{LIFE, ProofTime, Session, Which, digest_of, kept_user_agent};
use crate::app::App;
use crate::backchannel::DueLogouts;
use crate::grants;
use crate::network::Network;
use crate::users::{self, store::epoch};

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
    pub(crate) others: Others,
    /// Time of the user's proof of identity.
    pub(crate) proof_time: ProofTime,
    /// Lets the browser find the session again after it sent the sign-in twice.
    pub(crate) repeatable: Option<Repeatable<'a>>,
}

/// Effect of a new session on the user's other sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// They remain.
    Stay,
    /// They end with the commit that starts this one.
    End,
    /// They end with all the user's grants, with `offline_access` or without: another person may have used them.
    EndForGood,
}

impl Others {
    /// Returns the reason for their end, if they end.
    fn why(self) -> Option<Why> {
        match self {
            Self::Stay => None,
            Self::End => Some(Why::Everywhere),
            Self::EndForGood => Some(Why::ForGood),
        }
    }
}

/// A started session; its id or encrypted claims go only into the browser's cookie.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    /// The cookie's value.
    pub(crate) id: String,
    /// Expiry of the cookie.
    pub(crate) expires_at: Timestamp,
}

/// Starts a session in the caller's transaction and commits it. If the browser presents a session of the same user,
/// that session continues under a new id with its grants; one of another user ends. Returns `None` and commits nothing
/// if the user may no longer sign in.
///
/// [`super::place`] says in which order the database and Redis change.
pub(crate) async fn start(
    app: &App,
    mut transaction: Transaction,
    new: NewSession<'_>,
) -> Result<Option<Started>, Failure> {
    let id = app.random.token()?;
    let session = session(app, &id, &new)?;
    let Some(begun) = begin(app, &mut transaction, &new, &session).await? else {
        transaction.rollback().await?;
        return Ok(None);
    };
    let started = Started {
        id: seal_begun(app, &mut transaction.connection(), &session, id).await?,
        expires_at: session.expires_at,
    };
    if let Some(repeatable) = new.repeatable {
        let db = &mut transaction.connection();
        repeat::remember(app, db, &started, new.replaces, repeatable).await?;
    }
    transaction.commit().await?;
    begun.due.wake(app);
    if begun.came_back {
        app.mail.wake();
    }
    app.owners.forget(new.user_id).await;
    for user_id in &begun.changed {
        app.sessions.changed(user_id);
    }
    if !app.sessions.is_in_the_database() {
        settle(app, &begun.as_it_settles(&new), &session).await?;
        leave_if_late(app, &session, begun.epoch).await?;
    }
    Ok(Some(started))
}

/// Result of the start in the database, for the steps after the commit.
pub(super) struct Begun {
    /// Epoch under which the session starts.
    pub(super) epoch: i64,
    /// True if the user had requested deletion.
    came_back: bool,
    /// Users whose sessions changed.
    changed: Vec<String>,
    /// Back-channel logouts of the ended sessions.
    due: DueLogouts,
}

impl Begun {
    /// Returns the session's input for Redis. If the user had requested deletion, all other sessions have ended, so one
    /// that remains in Redis must not return.
    fn as_it_settles<'a>(&self, new: &NewSession<'a>) -> NewSession<'a> {
        let others = match new.others {
            Others::Stay if self.came_back => Others::End,
            others @ (Others::Stay | Others::End | Others::EndForGood) => others,
        };
        NewSession {
            others,
            ..new.clone()
        }
    }
}

/// Starts the session in the database: locks the user, ends replaced sessions, and inserts the session if the database
/// stores it. Returns `None` if the user may not sign in.
pub(super) async fn begin(
    app: &App,
    transaction: &mut Transaction,
    new: &NewSession<'_>,
    session: &Session,
) -> Result<Option<Begun>, Failure> {
    let mut db = transaction.connection();
    let why = new.others.why();
    let Some(admitted) = epoch::admit(&mut db, new.user_id, why.is_some()).await? else {
        return Ok(None);
    };
    if admitted.is_leaving {
        users::stay(app, &mut db, new.user_id, new.network).await?;
    }
    let mut due = DueLogouts::default();
    if let Some(why) = why {
        let ended = app
            .sessions
            .end_of_user(&mut db, new.user_id, Which::All)
            .await?;
        due = follow(app, &mut db, &ended, why, new.network).await?;
    }
    if new.others == Others::EndForGood {
        // Includes the grants of ended sessions.
        grants::store::revoke_of_user(&mut db, new.user_id, app.clock.now()).await?;
    }
    let old = new.replaces.and_then(|old| app.sessions.digest_of(old));
    let ended = app.sessions.begin(&mut db, session, old.as_deref()).await?;
    due = due.and(follow(app, &mut db, &ended, Why::Replaced, new.network).await?);
    let mut changed = vec![new.user_id.to_owned()];
    changed.extend(ended.into_iter().map(|ended| ended.user_id));
    Ok(Some(Begun {
        epoch: admitted.epoch,
        came_back: admitted.is_leaving,
        changed,
        due,
    }))
}

/// Changes Redis after the commit: sessions end before the new one starts.
pub(super) async fn settle(
    app: &App,
    new: &NewSession<'_>,
    session: &Session,
) -> Result<(), Failure> {
    if let Some(why) = new.others.why() {
        let left = app.sessions.forget_of_user(new.user_id, Which::All).await?;
        follow_again(app, &left, why, new.network).await?;
    }
    if let Some(old) = new.replaces.and_then(|old| app.sessions.digest_of(old)) {
        if app.sessions.go_on(&old, session).await? {
            return Ok(());
        }
        let left = app.sessions.forget(&old).await?;
        follow_again(app, left.as_slice(), Why::Replaced, new.network).await?;
    }
    let ended = app.sessions.admit(session).await?;
    follow_again(app, &ended, Why::Replaced, new.network).await
}

/// Ends a session that reached Redis too late: after its commit the user was deactivated or all sessions were ended. No
/// browser has its id yet.
pub(super) async fn leave_if_late(
    app: &App,
    session: &Session,
    admitted: i64,
) -> Result<(), Failure> {
    let mut reader = app.database.reader().await?;
    let epoch = epoch::of_active(&mut reader.connection(), &session.user_id).await?;
    drop(reader);
    if epoch == Some(admitted) {
        return Ok(());
    }
    let left = app.sessions.forget(&session.digest).await?;
    follow_again(app, left.as_slice(), Why::Everywhere, None).await
}

pub(super) fn session(app: &App, id: &str, new: &NewSession<'_>) -> Result<Session, Failure> {
    let now = app.clock.now();
    Ok(Session {
        digest: digest_of(id),
        sid: id::new("ses", &app.clock, &app.random)?,
        user_id: new.user_id.to_owned(),
        created_at: now,
        auth_time: new.proof_time.auth_time(now),
        expires_at: now.plus(LIFE.min(app.config.sessions.longest)),
        amr: new
            .amr
            .iter()
            .copied()
            .chain(new.proof_time.mark())
            .map(ToOwned::to_owned)
            .collect(),
        user_agent: new.user_agent.map(kept_user_agent),
        network: new.network.map(|network| network.to_string()),
        last_seen_at: now,
    })
}
