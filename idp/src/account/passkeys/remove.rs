//! Removing one's own passkey, unless nobody could sign in afterwards.

use foundation::Failure;
use serde_json::json;

use super::super::ways::count_ways;
use super::visit::Visit;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::passkeys::store;
use crate::users;

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removed {
    /// It is gone.
    Gone,
    /// The person has no such passkey.
    Unknown,
    /// It is the last way in.
    LastWay,
}

/// Removes it.
pub(super) async fn remove(app: &App, visit: &Visit, id: &str) -> Result<Removed, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Of two who remove the last two ways in one is told no.
    let Some(user) = users::store::hold(&mut db, &visit.user.id).await? else {
        return Ok(Removed::Unknown);
    };
    if !store::remove(&mut db, id, &user.id).await? {
        transaction.rollback().await?;
        return Ok(Removed::Unknown);
    }
    if count_ways(&mut db, &user).await? == 0 {
        transaction.rollback().await?;
        return Ok(Removed::LastWay);
    }
    let event = Event {
        actor: &user.id,
        action: Action::PasskeyRemoved,
        subject: id,
        network: Some(visit.network.clone()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(app, &mut db, email, Notice::Removed("A passkey")).await?;
    }
    transaction.commit().await?;
    app.mail.wake();
    Ok(Removed::Gone)
}
