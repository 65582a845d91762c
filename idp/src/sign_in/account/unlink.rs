//! Unlinks an account at a provider: never the last sign-in method, and always with an email to the user.

use foundation::{Connection, Failure};
use serde_json::json;

use super::requester::{Requester, SessionContinuation};
use crate::app::App;
use crate::identity::mail::{self, Notice};
use crate::identity::users::{self, Account, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::sign_in::merges::has_sign_in_method;
use crate::sign_in::upstream::name_of;

/// Result of unlinking an account.
#[derive(Clone, Debug)]
pub(crate) enum UnlinkOutcome {
    /// The account is unlinked.
    Done(SessionContinuation),
    /// The account is the user's only sign-in method.
    LastMethod,
    /// The user has no such account.
    NotThere,
    /// The requester's session has ended: nothing was changed.
    SignedOut,
}

/// Unlinks a user's account at a provider, and ends all sessions except the requester's. Locks the user's row: of two
/// concurrent requests that remove the last two methods, one is refused.
pub(crate) async fn unlink(
    app: &App,
    requester: Requester<'_>,
    account_id: &str,
) -> Result<UnlinkOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::store::lock(&mut db, requester.user_id).await? else {
        return Ok(UnlinkOutcome::NotThere);
    };
    let Some(account) = users::store::accounts::delete(&mut db, account_id, &user.id).await? else {
        return Ok(UnlinkOutcome::NotThere);
    };
    if !has_sign_in_method(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(UnlinkOutcome::LastMethod);
    }
    record_unlink(app, &mut db, &user, &account, requester).await?;
    let Some(continuation) = requester
        .commit_and_end_other_sessions(app, transaction)
        .await?
    else {
        return Ok(UnlinkOutcome::SignedOut);
    };
    app.mail.wake();
    let (user, provider) = (&user.id, &account.provider);
    tracing::info!(user, provider, "unlinked an account");
    Ok(UnlinkOutcome::Done(continuation))
}

/// Records the removal in the audit log and queues an email to the user.
async fn record_unlink(
    app: &App,
    db: &mut Connection<'_>,
    user: &User,
    account: &Account,
    requester: Requester<'_>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: &user.id,
        action: Action::AccountUnlinked,
        subject: &account.id,
        network: Some(requester.network.to_string()),
        client_id: requester.client_id,
        details: json!({ "provider": account.provider, "reason": "asked" }),
    };
    audit::record(app, db, event).await?;
    if let Some(email) = &user.email {
        let notice = Notice::MethodRemoved(name_of(app, &account.provider));
        mail::queue_notice(app, db, email, notice).await?;
    }
    Ok(())
}
