//! Ending sessions, and with each what hangs on it; each end is written down.
//!
//! The order of the database and Redis is that of [`super::place`].

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::session::{Current, Ended, Which};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::backchannel::{self, FallenDue};
use crate::grants;
use crate::network::Network;
use crate::users::store::epoch;

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Its browser signed out.
    SignedOut,
    /// Its person ended it from another browser.
    EndedElsewhere,
    /// The admin API ended it.
    ByOrder,
    /// All sessions of its person were ended.
    Everywhere,
    /// The same, since a way in is gone or another, or the person is: what was granted in it ends, too, and does not outlive it.
    ForGood,
    /// Another one began: in the same browser for another person, or one too many.
    Replaced,
}

impl Why {
    fn text(self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::EndedElsewhere => "ended-elsewhere",
            Self::ByOrder => "by-order",
            Self::Everywhere | Self::ForGood => "everywhere",
            Self::Replaced => "replaced",
        }
    }
}

/// Ends what a session gave: what is meant to outlive it stays, unless it ends for good.
async fn revoke(app: &App, db: &mut Connection<'_>, sid: &str, why: Why) -> Result<(), Failure> {
    let now = app.clock.now();
    match why {
        Why::ForGood => grants::store::revoke_all_of_sid(db, sid, now).await?,
        Why::SignedOut | Why::EndedElsewhere | Why::ByOrder | Why::Everywhere | Why::Replaced => {
            grants::store::revoke_of_sid(db, sid, now).await?
        }
    };
    Ok(())
}

/// Ends the session of what a browser presents; gives its `sid` if there was one.
pub(crate) async fn end(
    app: &App,
    id: &str,
    network: Option<Network>,
) -> Result<Option<String>, Failure> {
    let Some(digest) = app.sessions.digest_of(id) else {
        return Ok(None);
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let ended = app.sessions.end(&mut db, &digest).await?;
    let due = follow(app, &mut db, ended.as_slice(), Why::SignedOut, network).await?;
    transaction.commit().await?;
    due.wake(app);
    if let Some(ended) = &ended {
        app.sessions.changed(&ended.user_id);
    }
    let left = app.sessions.forget(&digest).await?;
    follow_again(app, left.as_slice(), Why::SignedOut, network).await?;
    Ok(ended.map(|ended| ended.sid))
}

/// Ends all sessions of a user; gives their `sid`s.
pub(crate) async fn end_all_of_user(app: &App, user_id: &str) -> Result<Vec<String>, Failure> {
    end_of_user(app, user_id, Which::All, Why::Everywhere, None).await
}

/// Ends one session of a user; false when it is none of theirs.
pub(crate) async fn end_one(
    app: &App,
    user_id: &str,
    sid: &str,
    network: Option<Network>,
) -> Result<bool, Failure> {
    let which = Which::One(sid);
    let ended = end_of_user(app, user_id, which, Why::EndedElsewhere, network).await?;
    Ok(!ended.is_empty())
}

/// The same, for whoever looks after people.
pub(crate) async fn end_one_by_order(app: &App, user_id: &str, sid: &str) -> Result<bool, Failure> {
    let ended = end_of_user(app, user_id, Which::One(sid), Why::ByOrder, None).await?;
    Ok(!ended.is_empty())
}

/// Ends all sessions of a user but one; gives their `sid`s.
pub(crate) async fn end_others(
    app: &App,
    user_id: &str,
    kept: &str,
    network: Option<Network>,
) -> Result<Vec<String>, Failure> {
    let which = Which::But(kept);
    end_of_user(app, user_id, which, Why::EndedElsewhere, network).await
}

/// Ends all sessions of a user but one with the caller's transaction, and all that was granted in others, and commits it:
/// a way in is gone, and whoever came in by it goes with it. The one that stays goes on under its id, for whoever asks
/// presents no cookie. False, and nothing is committed, when it ended meanwhile.
pub(crate) async fn end_others_with(
    app: &App,
    mut transaction: Transaction,
    stays: &Current,
    network: Network,
) -> Result<bool, Failure> {
    let (user_id, which, network) = (&stays.user_id, Which::But(&stays.sid), Some(network));
    let mut db = transaction.connection();
    // Only what reaches Redis late has to find another epoch; a cookie would end by it.
    let raises = !app.sessions.is_in_the_database();
    let is_admitted = epoch::admit(&mut db, user_id, raises).await?.is_some();
    if !is_admitted || !app.sessions.hold(&mut db, stays, app.clock.now()).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let ended = app.sessions.end_of_user(&mut db, user_id, which).await?;
    let due = follow(app, &mut db, &ended, Why::ForGood, network).await?;
    let whose = (user_id.as_str(), stays.sid.as_str());
    grants::store::revoke_of_others(&mut db, whose, app.clock.now()).await?;
    transaction.commit().await?;
    due.wake(app);
    app.owners.forget(user_id).await;
    app.sessions.changed(user_id);
    let left = app.sessions.forget_of_user(user_id, which).await?;
    follow_again(app, &left, Why::ForGood, network).await?;
    Ok(true)
}

/// Ends all sessions of these users, and all that was granted in them, with the caller's transaction, and commits it.
pub(crate) async fn end_all_with(
    app: &App,
    mut transaction: Transaction,
    user_ids: &[&str],
) -> Result<(), Failure> {
    let due = end_all_in(app, &mut transaction.connection(), user_ids).await?;
    transaction.commit().await?;
    all_ended(app, due, user_ids).await
}

/// Ends them in the caller's transaction; [`all_ended`] has to follow the commit.
pub(crate) async fn end_all_in(
    app: &App,
    db: &mut Connection<'_>,
    user_ids: &[&str],
) -> Result<FallenDue, Failure> {
    let mut due = FallenDue::default();
    for user_id in user_ids {
        epoch::raise(db, user_id).await?;
        let ended = app.sessions.end_of_user(db, user_id, Which::All).await?;
        due = due.and(follow(app, db, &ended, Why::ForGood, None).await?);
        grants::store::revoke_of_user(db, user_id, app.clock.now()).await?;
    }
    Ok(due)
}

/// What is left to do after the commit: sites are told, and sessions leave Redis.
pub(crate) async fn all_ended(app: &App, due: FallenDue, user_ids: &[&str]) -> Result<(), Failure> {
    due.wake(app);
    for user_id in user_ids {
        app.owners.forget(user_id).await;
        app.sessions.changed(user_id);
        let left = app.sessions.forget_of_user(user_id, Which::All).await?;
        follow_again(app, &left, Why::ForGood, None).await?;
    }
    Ok(())
}

async fn end_of_user(
    app: &App,
    user_id: &str,
    which: Which<'_>,
    why: Why,
    network: Option<Network>,
) -> Result<Vec<String>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if which == Which::All {
        epoch::raise(&mut db, user_id).await?;
    }
    let ended = app.sessions.end_of_user(&mut db, user_id, which).await?;
    let due = follow(app, &mut db, &ended, why, network).await?;
    transaction.commit().await?;
    due.wake(app);
    app.owners.forget(user_id).await;
    app.sessions.changed(user_id);
    let left = app.sessions.forget_of_user(user_id, which).await?;
    follow_again(app, &left, why, network).await?;
    Ok(ended.into_iter().map(|ended| ended.sid).collect())
}

/// Ends what hangs on ended sessions, in the transaction that ends them, writes down that they ended, and lets their
/// sites be told once the caller has committed. Those that leave Redis are written down once they have left: only then it is known who ended them.
pub(super) async fn follow(
    app: &App,
    db: &mut Connection<'_>,
    ended: &[Ended],
    why: Why,
    network: Option<Network>,
) -> Result<FallenDue, Failure> {
    let mut due = FallenDue::default();
    for session in ended {
        revoke(app, db, &session.sid, why).await?;
        due = due.and(backchannel::fall_due(app, db, &session.sid).await?);
        if app.sessions.is_in_the_database() {
            write_down(app, db, session, why, network).await?;
        }
    }
    Ok(due)
}

/// Ends what a request made that was answered while its session was leaving Redis, and writes down that it left.
pub(super) async fn follow_again(
    app: &App,
    left: &[Ended],
    why: Why,
    network: Option<Network>,
) -> Result<(), Failure> {
    if left.is_empty() {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut due = FallenDue::default();
    for session in left {
        revoke(app, &mut db, &session.sid, why).await?;
        due = due.and(backchannel::fall_due(app, &mut db, &session.sid).await?);
        write_down(app, &mut db, session, why, network).await?;
    }
    transaction.commit().await?;
    due.wake(app);
    Ok(())
}

/// Each is ended by its own person, as far as this room can tell; who switches a person off is written down besides.
async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    Ended { sid, user_id }: &Ended,
    why: Why,
    network: Option<Network>,
) -> Result<(), Failure> {
    let event = Event {
        actor: user_id,
        action: Action::SessionEnded,
        subject: user_id,
        network: network.map(|network| network.to_string()),
        client_id: None,
        details: json!({ "sid": sid, "why": why.text() }),
    };
    audit::record(app, db, event).await
}
