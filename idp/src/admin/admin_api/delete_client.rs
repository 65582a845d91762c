//! Deletes a client and its grants.

use foundation::Failure;
use serde_json::json;

use super::permissions::CallerPermissions;
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{is_document_address, is_id, store};
use crate::protocol::grants;

/// Result of deleting a client.
pub(super) enum DeleteClientOutcome {
    Done,
    Unknown,
    /// The client has a client ID metadata document. Its next request would create it again, as if no operator had deleted it.
    ComesBack,
    /// The caller may not delete the client, for this reason.
    Lacking(String),
}

/// Deletes a client, unless its next request would create it again. Locks the client's row until the commit.
pub(super) async fn delete_client(
    app: &App,
    caller: CallerPermissions<'_>,
    client_id: &str,
) -> Result<DeleteClientOutcome, Failure> {
    if !is_id(client_id) {
        return Ok(DeleteClientOutcome::Unknown);
    }
    if app.config.clients.documents && is_document_address(client_id) {
        let mut reader = app.database.reader().await?;
        let found = store::find(&mut reader.connection(), client_id).await?;
        return Ok(match found {
            Some(_) => DeleteClientOutcome::ComesBack,
            None => DeleteClientOutcome::Unknown,
        });
    }
    let actor = caller.client_id;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let found = store::lock_for_deletion(&mut db, client_id).await?;
    if let Some(why) = found.and_then(|client| caller.reason_against(&client)) {
        return Ok(DeleteClientOutcome::Lacking(why));
    }
    // Revokes the grants first, because the list of ended grants keeps them after the client is deleted.
    grants::store::revoke_of_client(&mut db, client_id, app.clock.now()).await?;
    let is_deleted = store::delete(&mut db, client_id).await?;
    if is_deleted {
        let event = AuditEvent {
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
    Ok(if is_deleted {
        DeleteClientOutcome::Done
    } else {
        DeleteClientOutcome::Unknown
    })
}
