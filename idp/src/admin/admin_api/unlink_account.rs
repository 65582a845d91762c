//! Unlinks a user's account at a provider at a client's request.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::identity::users::{self, Account};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions;
use crate::sign_in::merges::has_sign_in_method;

/// Result of unlinking an account.
pub(super) enum AdminUnlinkOutcome {
    /// The account is unlinked, and all sessions of the user have ended.
    Done,
    /// The account is the user's only sign-in method.
    LastMethod,
    /// The user does not exist or has no such account.
    NotThere,
}

/// Returns the accounts that a user signs in with, the oldest first; `None` if the user does not exist.
pub(super) async fn find_accounts(
    app: &App,
    user_id: &str,
) -> Result<Option<Vec<Account>>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if users::store::find(&mut db, user_id).await?.is_none() {
        return Ok(None);
    }
    users::store::accounts::list(&mut db, user_id)
        .await
        .map(Some)
}

/// Unlinks an account and ends all sessions of its user, as if the user did it. Locks the user's row, so that two
/// concurrent requests cannot remove the last two sign-in methods.
pub(super) async fn unlink_account(
    app: &App,
    actor: &str,
    user_id: &str,
    account_id: &str,
) -> Result<AdminUnlinkOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = users::store::lock(&mut db, user_id).await? else {
        return Ok(AdminUnlinkOutcome::NotThere);
    };
    let Some(account) = users::store::accounts::delete(&mut db, account_id, &user.id).await? else {
        return Ok(AdminUnlinkOutcome::NotThere);
    };
    if !has_sign_in_method(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(AdminUnlinkOutcome::LastMethod);
    }
    let event = AuditEvent {
        actor,
        action: Action::AccountUnlinked,
        subject: &account.id,
        network: None,
        client_id: Some(actor),
        details: json!({ "provider": account.provider, "reason": "by-order", "user": user.id }),
    };
    audit::record(app, &mut db, event).await?;
    sessions::end_all_with(app, transaction, &[&user.id]).await?;
    Ok(AdminUnlinkOutcome::Done)
}
