//! Adding a passkey to one's own ways in.

use foundation::Failure;
use serde_json::json;

use super::visit::Visit;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::passkeys::{NewPasskey, Registered, RelyingParty, register};

/// Adds the passkey of a device's answer, and writes it down.
pub(super) async fn add(
    app: &App,
    party: &RelyingParty,
    visit: &Visit,
    new: NewPasskey<'_>,
) -> Result<Registered, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let registered = register(app, &mut db, party, new).await?;
    if registered == Registered::Added {
        let event = Event {
            actor: &visit.user.id,
            action: Action::PasskeyAdded,
            subject: &visit.user.id,
            network: Some(visit.network.clone()),
            client_id: None,
            details: json!({}),
        };
        audit::record(app, &mut db, event).await?;
        if let Some(email) = &visit.user.email {
            mail::queue_notice(app, &mut db, email, Notice::Added("A passkey")).await?;
        }
    }
    // Also when it was refused: its ceremony is used up.
    transaction.commit().await?;
    app.mail.wake();
    Ok(registered)
}
