//! Beginning a session, or going on with one: under a new id, always.

use foundation::{Failure, Timestamp, Transaction, id};

use super::end::{Why, follow, follow_again};
use super::read_sealed::seal_begun;
use super::repeat::{self, Repeatable};
use super::session::{LIFE, ProofTime, Session, Which, digest_of, kept_user_agent};
use crate::app::App;
use crate::backchannel::FallenDue;
use crate::grants;
use crate::network::Network;
use crate::users::{self, store::epoch};

/// What a new session is made of.
#[derive(Clone, Debug)]
pub(crate) struct NewSession<'a> {
    /// Whose it is.
    pub(crate) user_id: &'a str,
    /// How the person proved who they are.
    pub(crate) amr: &'a [&'a str],
    /// The browser, in its own words.
    pub(crate) user_agent: Option<&'a str>,
    /// The network that it begins in.
    pub(crate) network: Option<Network>,
    /// What the browser presented, if anything; it is good for nothing afterwards.
    pub(crate) replaces: Option<&'a str>,
    /// What becomes of the user's other sessions.
    pub(crate) others: Others,
    /// When the person proved who they are.
    pub(crate) proof_time: ProofTime,
    /// How the browser finds the session again when it sends the sign-in twice.
    pub(crate) repeatable: Option<Repeatable<'a>>,
}

/// What becomes of the other sessions of a user who begins one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// They stay.
    Stay,
    /// They end with the commit that begins this one.
    End,
    /// The same, and all that the user had granted ends with them, `offline_access` or not: whoever came in before may
    /// have been somebody else.
    EndForGood,
}

impl Others {
    /// Why they end, if they do.
    fn why(self) -> Option<Why> {
        match self {
            Self::Stay => None,
            Self::End => Some(Why::Everywhere),
            Self::EndForGood => Some(Why::ForGood),
        }
    }
}

/// A session that has begun; its id, or what is sealed of it, goes into the browser's cookie and nowhere else.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    /// The id.
    pub(crate) id: String,
    /// When the cookie expires.
    pub(crate) expires_at: Timestamp,
}

/// Begins a session with the caller's transaction, and commits it. When the browser presents a session of the same
/// user, that one goes on under a new id, with all that hangs on it; one of another user ends. `None`, and nothing is
/// committed, when the user may not sign in any more.
///
/// The order of the database and Redis is that of [`super::place`].
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

/// What the part of the database leaves to do.
pub(super) struct Begun {
    /// The epoch that the session begins under.
    pub(super) epoch: i64,
    /// Whether the user had asked to be deleted.
    came_back: bool,
    /// Whose sessions changed.
    changed: Vec<String>,
    /// The sites that have to be told of those that ended.
    due: FallenDue,
}

impl Begun {
    /// The session as Redis is to take it: all others of somebody who had asked to be deleted have ended, and one that
    /// lingers there must not come back with them.
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

/// The part of the database: the user is held, what has to go goes, the session is there if it lives there. `None` when
/// the user may not sign in.
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
    let mut due = FallenDue::default();
    if let Some(why) = why {
        let ended = app
            .sessions
            .end_of_user(&mut db, new.user_id, Which::All)
            .await?;
        due = follow(app, &mut db, &ended, why, new.network).await?;
    }
    if new.others == Others::EndForGood {
        // Also what sessions gave that are over.
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

/// The part of Redis, after the commit: what ends before what begins.
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

/// Ends a session again that reached Redis too late: whoever switched its person off, or ended all their sessions,
/// after the commit and before this did not find it there. Nobody was told its id yet.
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
