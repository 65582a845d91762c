//! Cancels a scheduled deletion when the user signs in again.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store::deletions;
use crate::app::App;
use crate::http::network::Network;
use crate::identity::mail::{self, Notice};
use crate::observability::audit::{self, Action, AuditEvent};

/// Cancels the user's deletion in the transaction that starts the session, and queues a mail: a user who lost the response to
/// the deletion may not want to cancel it. The caller wakes the outbox after the commit.
pub(crate) async fn cancel_deletion(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    network: Option<Network>,
) -> Result<(), Failure> {
    if let Some(email) = deletions::cancel_deletion(db, user_id).await? {
        mail::queue_notice(app, db, &email, Notice::DeletionCancelled).await?;
    }
    let event = AuditEvent {
        actor: user_id,
        action: Action::DeletionCancelled,
        subject: user_id,
        network: network.map(|network| network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, db, event).await
}
