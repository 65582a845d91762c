//! Ends all sessions of a user.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::identity::users::store;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions;

/// Ends all sessions of a user and their grants; false if the user does not exist.
pub(super) async fn end_sessions(app: &App, actor: &str, user_id: &str) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(user) = store::find(&mut db, user_id).await? else {
        transaction.rollback().await?;
        return Ok(false);
    };
    let event = AuditEvent {
        actor,
        action: Action::SessionsEnded,
        subject: &user.id,
        network: None,
        client_id: Some(actor),
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    sessions::end_all_of_user(app, &user.id).await?;
    Ok(true)
}
