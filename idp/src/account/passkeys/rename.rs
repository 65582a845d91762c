//! Renames a user's passkey.

use foundation::Failure;
use serde_json::json;

use super::super::asker::Requester;
use crate::app::App;
use crate::audit::{self, Action, AuditEvent};
use crate::passkeys::store;

/// Renames the passkey; false if the user has no such passkey.
pub(crate) async fn rename(
    app: &App,
    asker: Requester<'_>,
    id: &str,
    name: &str,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rename(&mut db, id, asker.user_id, name).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let event = AuditEvent {
        actor: asker.user_id,
        action: Action::PasskeyRenamed,
        subject: id,
        network: Some(asker.network.to_string()),
        client_id: asker.client_id,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(true)
}
