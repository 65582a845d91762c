//! Deleting a client, with all that it was granted.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::clients::{is_id, store};

/// Deletes a client; false when there was none.
pub(super) async fn delete_client(
    app: &App,
    actor: &str,
    client_id: &str,
) -> Result<bool, Failure> {
    if !is_id(client_id) {
        return Ok(false);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_gone = store::delete(&mut db, client_id).await?;
    if is_gone {
        let event = Event {
            actor,
            action: Action::ClientDeleted,
            subject: client_id,
            network: None,
            client_id: Some(actor),
            details: json!({}),
        };
        audit::record(app, &mut db, event).await?;
    }
    transaction.commit().await?;
    app.clients.forget(client_id).await;
    Ok(is_gone)
}
