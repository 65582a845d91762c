//! Renames a user's passkey.

use foundation::Failure;
use serde_json::json;

use super::super::requester::Requester;
use crate::app::App;
use crate::identity::passkeys::store;
use crate::observability::audit::{self, Action, AuditEvent};

/// Renames the passkey; false if the user has no such passkey.
pub(crate) async fn rename(
    app: &App,
    requester: Requester<'_>,
    id: &str,
    name: &str,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rename(&mut db, id, requester.user_id, name).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let event = AuditEvent {
        actor: requester.user_id,
        action: Action::PasskeyRenamed,
        subject: id,
        network: Some(requester.network.to_string()),
        client_id: requester.client_id,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(true)
}
