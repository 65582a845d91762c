//! Undoing a merge: moved items that still exist move back, in one commit.

use foundation::{Connection, Failure, Timestamp, Transaction};
use serde_json::json;

use super::has_sign_in_method::has_sign_in_method;
use super::join::lock_both;
use super::merge::{Merge, MergedUsers, UndoRefusal};
use super::next_sequence::next_sequence;
use super::store::{self, moves};
use crate::app::App;
use crate::http::network::Network;
use crate::identity::mail::{self, Notice};
use crate::identity::users;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{self, SessionCookie, SessionRenewal, SessionsToEnd};

/// Requester of an undo.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UndoRequester<'a> {
    /// The merge target, in this session.
    User {
        /// The user's id.
        user_id: &'a str,
        /// The session.
        session: SessionRenewal<'a>,
        /// Network of the request.
        network: Network,
    },
    /// A client of the admin API.
    Client(&'a str),
}

/// Outcome of an undo.
#[derive(Clone, Debug)]
pub(crate) enum UndoOutcome {
    /// The merge is undone; the requesting user's session has a new id.
    Done(Merge, Option<SessionCookie>),
    /// The undo was refused.
    Refused(UndoRefusal),
    /// The session has ended; nothing was changed.
    SignedOut,
}

/// Undoes a merge. Every session of both users ends except the requesting one, because the sessions' sign-in methods
/// are unknown.
pub(crate) async fn undo(
    app: &App,
    id: &str,
    requester: UndoRequester<'_>,
) -> Result<UndoOutcome, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let sequence = next_sequence(app, &mut db).await?;
    let found = match separate(app, &mut db, id, now, requester).await? {
        Ok(found) => found,
        Err(refusal) => {
            transaction.rollback().await?;
            return Ok(UndoOutcome::Refused(refusal));
        }
    };
    let merge = Merge {
        sequence,
        undone_at: Some(now),
        ..found
    };
    store::mark_undone(&mut db, &merge).await?;
    record_undo(app, &mut db, &merge, requester).await?;
    let undone = end_sessions(app, transaction, merge, requester).await?;
    app.mail.wake();
    Ok(undone)
}

/// Moves the items back, unless the undo is refused; then the caller rolls back.
async fn separate(
    app: &App,
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
    requester: UndoRequester<'_>,
) -> Result<Result<Merge, UndoRefusal>, Failure> {
    let Some(found) = store::find(db, id).await? else {
        return Ok(Err(UndoRefusal::Unknown));
    };
    let locked = lock_both(db, &found.from_user_id, &found.into_user_id).await?;
    let Some((from, into)) = locked.filter(|(_, into)| requester.may_undo(&into.id)) else {
        return Ok(Err(UndoRefusal::Unknown));
    };
    if let Err(refusal) = found.may_undo(now) {
        return Ok(Err(refusal));
    }
    let users = MergedUsers {
        from: &from,
        into: &into,
    };
    let moved = move_back(app, db, &found, users).await?;
    Ok(moved.map(|()| found))
}

/// Commits and ends the sessions.
async fn end_sessions(
    app: &App,
    transaction: Transaction,
    merge: Merge,
    requester: UndoRequester<'_>,
) -> Result<UndoOutcome, Failure> {
    match requester {
        UndoRequester::User {
            session, network, ..
        } => {
            let ending = SessionsToEnd {
                other_user: Some(&merge.from_user_id),
                network,
                is_method_removed: true,
            };
            let renewed = sessions::renew_alone(app, transaction, session, ending).await?;
            Ok(renewed.map_or(UndoOutcome::SignedOut, |started| {
                UndoOutcome::Done(merge, Some(started))
            }))
        }
        UndoRequester::Client(_) => {
            let both = [merge.from_user_id.as_str(), merge.into_user_id.as_str()];
            sessions::end_all_with(app, transaction, &both).await?;
            Ok(UndoOutcome::Done(merge, None))
        }
    }
}

impl UndoRequester<'_> {
    fn may_undo(self, into: &str) -> bool {
        match self {
            Self::User { user_id, .. } => user_id == into,
            Self::Client(_) => true,
        }
    }
}

async fn move_back(
    app: &App,
    db: &mut Connection<'_>,
    merge: &Merge,
    users: MergedUsers<'_>,
) -> Result<Result<(), UndoRefusal>, Failure> {
    let MergedUsers { from, into } = users;
    if store::is_merged(db, &into.id).await? {
        return Ok(Err(UndoRefusal::LaterMerge));
    }
    moves::back(db, merge).await?;
    if let Some(email) = moves::recorded_address(db, merge, "address").await? {
        let is_there_still = into.email.as_deref() == Some(email.as_str());
        if is_there_still {
            moves::set_address(db, &into.id, None).await?;
        }
        let proven = into.email_verified_at.filter(|_| is_there_still);
        let proven_at = proven.or(Some(merge.merged_at));
        moves::set_address_if_free(db, &from.id, &email, proven_at).await?;
    }
    if let Some(email) = moves::recorded_address(db, merge, "let_go").await? {
        moves::set_address_if_free(db, &from.id, &email, None).await?;
    }
    store::reactivate(db, &from.id, merge.merged_at).await?;
    for user in [from, into] {
        // Reads the user again, because the address may have moved.
        let user = users::store::find(db, &user.id).await?;
        let Some(user) = user else {
            return Ok(Err(UndoRefusal::Unknown));
        };
        if !has_sign_in_method(app, db, &user).await? {
            return Ok(Err(UndoRefusal::NoSignInMethod));
        }
    }
    Ok(Ok(()))
}

async fn record_undo(
    app: &App,
    db: &mut Connection<'_>,
    merge: &Merge,
    requester: UndoRequester<'_>,
) -> Result<(), Failure> {
    let (actor, network, client_id) = match requester {
        UndoRequester::User {
            user_id, network, ..
        } => (user_id, Some(network.to_string()), None),
        UndoRequester::Client(client) => (client, None, Some(client)),
    };
    let event = AuditEvent {
        actor,
        action: Action::MergeUndone,
        subject: &merge.from_user_id,
        network,
        client_id,
        details: json!({ "merge": merge.id, "into": merge.into_user_id }),
    };
    audit::record(app, db, event).await?;
    for user_id in [&merge.from_user_id, &merge.into_user_id] {
        let user = users::store::find(db, user_id).await?;
        if let Some(email) = user.and_then(|user| user.email) {
            mail::queue_notice(app, db, &email, Notice::MergeUndone).await?;
        }
    }
    Ok(())
}
