//! Removes a user's passkey, unless it is the last sign-in method.

use foundation::Failure;
use serde_json::json;

use super::super::requester::{Requester, SessionContinuation};
use crate::app::App;
use crate::http::i18n::say;
use crate::identity::mail::{self, Notice};
use crate::identity::passkeys::store;
use crate::identity::users;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::sign_in::merges::has_sign_in_method;

/// Result of removing a passkey.
#[derive(Clone, Debug)]
pub(crate) enum RemovePasskeyOutcome {
    /// The passkey is removed.
    Done(SessionContinuation),
    /// The user has no such passkey.
    Unknown,
    /// The passkey is the user's only sign-in method.
    LastMethod,
    /// The requester's session has ended: nothing was changed.
    SignedOut,
}

/// Removes the passkey, and ends all sessions except the requester's. A person who signed in with it must not stay signed in.
pub(crate) async fn remove(
    app: &App,
    requester: Requester<'_>,
    id: &str,
) -> Result<RemovePasskeyOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Locks the user: of two concurrent requests that remove the last two methods, one is refused.
    let Some(user) = users::store::lock(&mut db, requester.user_id).await? else {
        return Ok(RemovePasskeyOutcome::Unknown);
    };
    if !store::remove(&mut db, id, &user.id).await? {
        transaction.rollback().await?;
        return Ok(RemovePasskeyOutcome::Unknown);
    }
    if !has_sign_in_method(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(RemovePasskeyOutcome::LastMethod);
    }
    let event = AuditEvent {
        actor: &user.id,
        action: Action::PasskeyRemoved,
        subject: id,
        network: Some(requester.network.to_string()),
        client_id: requester.client_id,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(app, &mut db, email, Notice::MethodRemoved(say("A passkey"))).await?;
    }
    let stays = requester
        .commit_and_end_other_sessions(app, transaction)
        .await?;
    app.mail.wake();
    Ok(stays.map_or(RemovePasskeyOutcome::SignedOut, RemovePasskeyOutcome::Done))
}
