//! Giving one's own passkey another name.

use foundation::Failure;
use serde_json::json;

use super::visit::Visit;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::passkeys::store;

/// Renames it; false when the person has no such passkey.
pub(super) async fn rename(
    app: &App,
    visit: &Visit,
    id: &str,
    name: &str,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rename(&mut db, id, &visit.user.id, name).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    let event = Event {
        actor: &visit.user.id,
        action: Action::PasskeyRenamed,
        subject: id,
        network: Some(visit.network.clone()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    Ok(true)
}
