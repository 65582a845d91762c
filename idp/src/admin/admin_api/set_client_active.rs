//! Activates and deactivates clients; the rest of the registration is unchanged.

use foundation::Failure;
use serde_json::json;

use super::permissions::CallerPermissions;
use super::put_client::record_and_commit;
use crate::app::App;
use crate::protocol::clients::{Client, is_id, store};
use crate::protocol::resources::{self, ProtectedResource};

/// Result of activating or deactivating a client.
pub(super) enum SetClientActiveOutcome {
    /// The client has the requested state.
    Done(Box<Client>, Vec<ProtectedResource>),
    Unknown,
    /// The caller may not do this, for this reason.
    Lacking(String),
}

/// Activates or deactivates a client, whose row stays locked until the commit. A repeated request only records another
/// event and ends grants that were issued since.
pub(super) async fn set_client_active(
    app: &App,
    caller: CallerPermissions<'_>,
    client_id: &str,
    is_active: bool,
) -> Result<SetClientActiveOutcome, Failure> {
    if !is_id(client_id) {
        return Ok(SetClientActiveOutcome::Unknown);
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut client) = store::lock(&mut db, client_id).await? else {
        return Ok(SetClientActiveOutcome::Unknown);
    };
    if let Some(why) = caller.reason_against(&client) {
        return Ok(SetClientActiveOutcome::Lacking(why));
    }
    client.is_active = is_active;
    client.updated_at = app.clock.now();
    store::put(&mut db, &client).await?;
    let resources = resources::store::list(&mut db, client_id).await?;
    let details = json!({ "active": is_active });
    record_and_commit(app, transaction, caller.client_id, &client, details).await?;
    Ok(SetClientActiveOutcome::Done(client.into(), resources))
}
