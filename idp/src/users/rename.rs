//! A person's own display name, given by the person.

use foundation::Failure;
use serde_json::json;

use super::store::{self, names};
use super::user::User;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::network::Network;

/// Gives a user another name, and writes down that it changed, not what it is; `None` when there is no such user.
pub(crate) async fn rename(
    app: &App,
    user_id: &str,
    name: &str,
    network: Network,
) -> Result<Option<User>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let now = app.clock.now();
    if !names::set(&mut db, user_id, name, now).await? {
        transaction.rollback().await?;
        return Ok(None);
    }
    let event = Event {
        actor: user_id,
        action: Action::NameChanged,
        subject: user_id,
        network: Some(network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    let user = store::find(&mut db, user_id).await?;
    transaction.commit().await?;
    app.owners.forget(user_id).await;
    Ok(user)
}
