//! Removing one's own passkey, unless nobody could sign in afterwards.

use foundation::Failure;
use serde_json::json;

use super::super::asker::{Asker, GoesOn};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::merges::has_way_in;
use crate::passkeys::store;
use crate::texts::say;
use crate::users;

/// What became of it.
#[derive(Clone, Debug)]
pub(crate) enum Removed {
    /// It is gone.
    Gone(GoesOn),
    /// The person has no such passkey.
    Unknown,
    /// It is the last way in.
    LastWay,
    /// The session ended meanwhile: nothing was changed.
    SignedOut,
}

/// Removes it, and ends all sessions but this one: nobody who came in by it stays.
pub(crate) async fn remove(app: &App, asker: Asker<'_>, id: &str) -> Result<Removed, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Of two who remove the last two ways in one is told no.
    let Some(user) = users::store::hold(&mut db, asker.user_id).await? else {
        return Ok(Removed::Unknown);
    };
    if !store::remove(&mut db, id, &user.id).await? {
        transaction.rollback().await?;
        return Ok(Removed::Unknown);
    }
    if !has_way_in(app, &mut db, &user).await? {
        transaction.rollback().await?;
        return Ok(Removed::LastWay);
    }
    let event = Event {
        actor: &user.id,
        action: Action::PasskeyRemoved,
        subject: id,
        network: Some(asker.network.to_string()),
        client_id: asker.client_id,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(app, &mut db, email, Notice::Removed(say("A passkey"))).await?;
    }
    let stays = asker.stays_alone(app, transaction).await?;
    app.mail.wake();
    Ok(stays.map_or(Removed::SignedOut, Removed::Gone))
}
