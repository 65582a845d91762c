//! Giving one's own passkey another name.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::network::Network;
use crate::passkeys::store;

/// Renames it; false when the person has no such passkey.
pub(crate) async fn rename(
    app: &App,
    (id, user_id): (&str, &str),
    name: &str,
    network: Network,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rename(&mut db, id, user_id, name).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let event = Event {
        actor: user_id,
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
