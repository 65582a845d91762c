//! Activates and deactivates users.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::{ActivationRecord, insert_switch, is_switched_since, replace_switch};
use crate::app::App;
use crate::identity::users::{User, store};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions;
use crate::sign_in::account_deletion;
use crate::sign_in::merges;

/// Request to activate or deactivate a user.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActivationChange<'a> {
    /// The client that sends the request.
    pub(super) actor: &'a str,
    pub(super) user_id: &'a str,
    /// True if the user may sign in.
    pub(super) is_active: bool,
    /// The sequence after which the user's state must not have changed; the request fails otherwise.
    pub(super) if_unchanged_since: Option<i64>,
}

/// Result of activating or deactivating a user.
#[derive(Clone, Debug)]
pub(super) enum SetActiveOutcome {
    /// The user has the requested state.
    Done(User),
    /// The user was merged into this other user, who can be switched instead; nothing was changed.
    Merged(String),
    /// The user's state has changed since; nothing was changed.
    Changed,
    /// The user does not exist or was deleted.
    Unknown,
}

/// Activates or deactivates a user. One commit refuses every sign-in, ends the sessions and grants, and queues the
/// clients' logout notifications. Sessions in Redis are deleted right after the commit; until then they are invalid.
pub(super) async fn set_active(
    app: &App,
    change: ActivationChange<'_>,
) -> Result<SetActiveOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome = switch_and_record(app, &mut db, change).await?;
    if !matches!(outcome, SetActiveOutcome::Done(_)) || change.is_active {
        transaction.commit().await?;
        app.owners.forget(change.user_id).await;
        return Ok(outcome);
    }
    sessions::end_all_with(app, transaction, &[change.user_id]).await?;
    tracing::info!(user = change.user_id, "a user was switched off");
    Ok(outcome)
}

async fn switch_and_record(
    app: &App,
    db: &mut Connection<'_>,
    change: ActivationChange<'_>,
) -> Result<SetActiveOutcome, Failure> {
    let now = app.clock.now();
    // Takes the sequence before anything else, as merges and deletions do, because it stays locked until the commit. A
    // request that changes nothing leaves a gap in the sequence, which is harmless.
    let sequence = merges::next_sequence(app, db).await?;
    if let Some(last_sequence) = change.if_unchanged_since
        && is_switched_since(db, change.user_id, last_sequence).await?
    {
        return Ok(SetActiveOutcome::Changed);
    }
    let switch = ActivationRecord {
        sequence,
        user_id: change.user_id,
        is_active: change.is_active,
        switched_by: change.actor,
        switched_at: now,
    };
    let user =
        if let Some(user) = store::set_active(db, change.user_id, change.is_active, now).await? {
            insert_switch(db, &switch).await?;
            user
        } else {
            if account_deletion::store::is_deleted(db, change.user_id).await? {
                return Ok(SetActiveOutcome::Unknown);
            }
            if let Some(into) = store::merged_into(db, change.user_id).await? {
                return Ok(SetActiveOutcome::Merged(into));
            }
            let Some(user) = store::find(db, change.user_id).await? else {
                return Ok(SetActiveOutcome::Unknown);
            };
            // The user has this state already. If another client requested it, the user-change list now names both clients.
            // A client that sends `if_unchanged_since` knew the state, so no change is recorded for it.
            if change.if_unchanged_since.is_some() || !replace_switch(db, &switch).await? {
                return Ok(SetActiveOutcome::Done(user));
            }
            user
        };
    record_audit(app, db, change).await?;
    Ok(SetActiveOutcome::Done(user))
}

async fn record_audit(
    app: &App,
    db: &mut Connection<'_>,
    change: ActivationChange<'_>,
) -> Result<(), Failure> {
    let action = if change.is_active {
        Action::UserActivated
    } else {
        Action::UserDeactivated
    };
    let event = AuditEvent {
        actor: change.actor,
        action,
        subject: change.user_id,
        network: None,
        client_id: Some(change.actor),
        details: json!({}),
    };
    audit::record(app, db, event).await
}
