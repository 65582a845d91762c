//! Giving one's own passkey another name.

use foundation::Failure;
use serde_json::json;

use super::super::guard::Here;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::network::Network;
use crate::passkeys::store;

/// Renames it; false when the person has no such passkey.
pub(super) async fn rename(
    app: &App,
    here: &Here,
    id: &str,
    name: &str,
    network: Network,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rename(&mut db, id, &here.user.id, name).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let event = Event {
        actor: &here.user.id,
        action: Action::PasskeyRenamed,
        subject: id,
        network: Some(network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(true)
}
