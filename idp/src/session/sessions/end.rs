//! Ending sessions with their grants, back-channel logouts and audit entries.
//!
//! [`super::session_store`] says in which order the database and Redis change.

use foundation::{Connection, Failure, Transaction};
use serde_json::json;

use super::session::{CurrentSession, EndedSession, SessionSelection};
use crate::app::App;
use crate::http::network::Network;
use crate::identity::users::store::epoch;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::grants;
use crate::session::backchannel::{self, DueLogouts};

/// Reason for a session's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// The browser signed out.
    SignedOut,
    /// The user ended the session from another browser.
    EndedElsewhere,
    /// The admin API ended it.
    ByAdmin,
    /// All sessions of the user were ended.
    Everywhere,
    /// All sessions of the user were ended, with all their grants: a sign-in method changed, or the user is deleted or
    /// inactive.
    EverywhereWithGrants,
    /// Another session replaced it: another user signed in with the browser, or the user had too many sessions.
    Replaced,
}

impl EndReason {
    fn text(self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::EndedElsewhere => "ended-elsewhere",
            Self::ByAdmin => "by-order",
            Self::Everywhere | Self::EverywhereWithGrants => "everywhere",
            Self::Replaced => "replaced",
        }
    }
}

/// Revokes a session's grants; those that may outlive it remain, unless `why` is [`EndReason::EverywhereWithGrants`].
async fn revoke(
    app: &App,
    db: &mut Connection<'_>,
    sid: &str,
    why: EndReason,
) -> Result<(), Failure> {
    let now = app.clock.now();
    match why {
        EndReason::EverywhereWithGrants => grants::store::revoke_all_of_sid(db, sid, now).await?,
        EndReason::SignedOut
        | EndReason::EndedElsewhere
        | EndReason::ByAdmin
        | EndReason::Everywhere
        | EndReason::Replaced => grants::store::revoke_of_sid(db, sid, now).await?,
    };
    Ok(())
}

/// Ends the session of a session cookie; returns its `sid` if there was one.
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
    let due = end_grants(
        app,
        &mut db,
        ended.as_slice(),
        EndReason::SignedOut,
        network,
    )
    .await?;
    transaction.commit().await?;
    due.wake(app);
    if let Some(ended) = &ended {
        app.sessions.invalidate(&ended.user_id);
    }
    let left = app.sessions.forget(&digest).await?;
    end_grants_again(app, left.as_slice(), EndReason::SignedOut, network).await?;
    Ok(ended.map(|ended| ended.sid))
}

/// Ends all sessions of a user; returns their `sid`s.
pub(crate) async fn end_all_of_user(app: &App, user_id: &str) -> Result<Vec<String>, Failure> {
    end_of_user(
        app,
        user_id,
        SessionSelection::All,
        EndReason::Everywhere,
        None,
    )
    .await
}

/// Ends one session of a user; returns false if the user has no such session.
pub(crate) async fn end_one(
    app: &App,
    user_id: &str,
    sid: &str,
    network: Option<Network>,
) -> Result<bool, Failure> {
    let selection = SessionSelection::Only(sid);
    let ended = end_of_user(app, user_id, selection, EndReason::EndedElsewhere, network).await?;
    Ok(!ended.is_empty())
}

/// Ends one session of a user for the admin API; returns false if the user has no such session.
pub(crate) async fn end_one_for_admin(
    app: &App,
    user_id: &str,
    sid: &str,
) -> Result<bool, Failure> {
    let ended = end_of_user(
        app,
        user_id,
        SessionSelection::Only(sid),
        EndReason::ByAdmin,
        None,
    )
    .await?;
    Ok(!ended.is_empty())
}

/// Ends all sessions of a user but one; returns their `sid`s.
pub(crate) async fn end_others(
    app: &App,
    user_id: &str,
    stored: &str,
    network: Option<Network>,
) -> Result<Vec<String>, Failure> {
    let selection = SessionSelection::AllBut(stored);
    end_of_user(app, user_id, selection, EndReason::EndedElsewhere, network).await
}

/// Ends all other sessions of a user and all grants given in them, with the caller's transaction, and commits it. The
/// callers removed a sign-in method. The remaining session keeps its id, because the caller presents no cookie. Returns
/// false and commits nothing if that session has ended.
pub(crate) async fn end_others_with(
    app: &App,
    mut transaction: Transaction,
    stays: &CurrentSession,
    network: Network,
) -> Result<bool, Failure> {
    let (user_id, selection, network) = (
        &stays.user_id,
        SessionSelection::AllBut(&stays.sid),
        Some(network),
    );
    let mut db = transaction.connection();
    // Only sessions in Redis can arrive late and need a new epoch. In a cookie it would end the remaining session.
    let raises = !app.sessions.is_transactional();
    let is_admitted = epoch::lock_for_sign_in(&mut db, user_id, raises)
        .await?
        .is_some();
    if !is_admitted || !app.sessions.lock(&mut db, stays, app.clock.now()).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let ended = app
        .sessions
        .end_of_user(&mut db, user_id, selection)
        .await?;
    let due = end_grants(
        app,
        &mut db,
        &ended,
        EndReason::EverywhereWithGrants,
        network,
    )
    .await?;
    grants::store::revoke_of_others(&mut db, user_id, &stays.sid, app.clock.now()).await?;
    transaction.commit().await?;
    due.wake(app);
    app.owners.forget(user_id).await;
    app.sessions.invalidate(user_id);
    let left = app.sessions.forget_of_user(user_id, selection).await?;
    end_grants_again(app, &left, EndReason::EverywhereWithGrants, network).await?;
    Ok(true)
}

/// Ends all sessions of these users with all their grants in the caller's transaction, and commits it.
pub(crate) async fn end_all_with(
    app: &App,
    mut transaction: Transaction,
    user_ids: &[&str],
) -> Result<(), Failure> {
    let due = end_all_in(app, &mut transaction.connection(), user_ids).await?;
    transaction.commit().await?;
    complete_ends(app, due, user_ids).await
}

/// Ends the users' sessions in the caller's transaction; the caller must call [`complete_ends`] after the commit.
pub(crate) async fn end_all_in(
    app: &App,
    db: &mut Connection<'_>,
    user_ids: &[&str],
) -> Result<DueLogouts, Failure> {
    let mut due = DueLogouts::default();
    for user_id in user_ids {
        epoch::raise(db, user_id).await?;
        let ended = app
            .sessions
            .end_of_user(db, user_id, SessionSelection::All)
            .await?;
        due = due.and(end_grants(app, db, &ended, EndReason::EverywhereWithGrants, None).await?);
        grants::store::revoke_of_user(db, user_id, app.clock.now()).await?;
    }
    Ok(due)
}

/// Completes the ends after the commit: starts the back-channel logouts and removes the sessions from Redis.
pub(crate) async fn complete_ends(
    app: &App,
    due: DueLogouts,
    user_ids: &[&str],
) -> Result<(), Failure> {
    due.wake(app);
    for user_id in user_ids {
        app.owners.forget(user_id).await;
        app.sessions.invalidate(user_id);
        let left = app
            .sessions
            .forget_of_user(user_id, SessionSelection::All)
            .await?;
        end_grants_again(app, &left, EndReason::EverywhereWithGrants, None).await?;
    }
    Ok(())
}

async fn end_of_user(
    app: &App,
    user_id: &str,
    selection: SessionSelection<'_>,
    why: EndReason,
    network: Option<Network>,
) -> Result<Vec<String>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if selection == SessionSelection::All {
        epoch::raise(&mut db, user_id).await?;
    }
    let ended = app
        .sessions
        .end_of_user(&mut db, user_id, selection)
        .await?;
    let due = end_grants(app, &mut db, &ended, why, network).await?;
    transaction.commit().await?;
    due.wake(app);
    app.owners.forget(user_id).await;
    app.sessions.invalidate(user_id);
    let left = app.sessions.forget_of_user(user_id, selection).await?;
    end_grants_again(app, &left, why, network).await?;
    Ok(ended.into_iter().map(|ended| ended.sid).collect())
}

/// Revokes the grants of ended sessions and schedules back-channel logouts, in the transaction that ends the sessions.
/// Writes audit entries for sessions in the database; for those in Redis, [`end_grants_again`] does, once the removal shows
/// which request ended them.
pub(super) async fn end_grants(
    app: &App,
    db: &mut Connection<'_>,
    ended: &[EndedSession],
    why: EndReason,
    network: Option<Network>,
) -> Result<DueLogouts, Failure> {
    let mut due = DueLogouts::default();
    for session in ended {
        revoke(app, db, &session.sid, why).await?;
        due = due.and(backchannel::schedule_logouts(app, db, &session.sid).await?);
        if app.sessions.is_transactional() {
            record(app, db, session, why, network).await?;
        }
    }
    Ok(due)
}

/// Revokes grants that a request created while its session was leaving Redis, and writes audit entries for the removed
/// sessions.
pub(super) async fn end_grants_again(
    app: &App,
    left: &[EndedSession],
    why: EndReason,
    network: Option<Network>,
) -> Result<(), Failure> {
    if left.is_empty() {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut due = DueLogouts::default();
    for session in left {
        revoke(app, &mut db, &session.sid, why).await?;
        due = due.and(backchannel::schedule_logouts(app, &mut db, &session.sid).await?);
        record(app, &mut db, session, why, network).await?;
    }
    transaction.commit().await?;
    due.wake(app);
    Ok(())
}

/// Writes the audit entry of an ended session, with the user as the actor. A deactivation has an audit entry of its
/// own.
async fn record(
    app: &App,
    db: &mut Connection<'_>,
    EndedSession { sid, user_id }: &EndedSession,
    why: EndReason,
    network: Option<Network>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: user_id,
        action: Action::SessionEnded,
        subject: user_id,
        network: network.map(|network| network.to_string()),
        client_id: None,
        details: json!({ "sid": sid, "why": why.text() }),
    };
    audit::record(app, db, event).await
}
