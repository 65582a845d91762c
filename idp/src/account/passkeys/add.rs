//! Adding a passkey to one's own ways in.

use foundation::Failure;
use serde_json::json;

use super::super::guard::Here;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::mail::{self, Notice};
use crate::network::Network;
use crate::passkeys::{NewPasskey, Registered, RelyingParty, register};
use crate::sessions::{self, Renewing, Started};
use crate::texts::say;

/// How it went.
#[derive(Clone, Debug)]
pub(super) enum Added {
    /// The passkey is the person's, and the session has a new id.
    Done(Started),
    /// The person has as many as there may be.
    TooMany,
    /// The device's answer came too late, twice, or does not fit.
    NotValid,
    /// The session ended meanwhile: nothing was changed.
    SignedOut,
}

/// Adds the passkey of a device's answer, and writes it down. The session is held to the end: whoever ended it before
/// (the address's owner, with all that an intruder left) leaves nothing to add to.
pub(super) async fn add(
    app: &App,
    party: &RelyingParty,
    (here, session): (&Here, Renewing<'_>),
    new: NewPasskey<'_>,
    network: Network,
) -> Result<Added, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    match register(app, &mut db, party, new).await? {
        Registered::Added => {}
        // Its ceremony is used up all the same.
        Registered::TooMany => return transaction.commit().await.map(|()| Added::TooMany),
        Registered::NotValid => return transaction.commit().await.map(|()| Added::NotValid),
    }
    let event = Event {
        actor: &here.user.id,
        action: Action::PasskeyAdded,
        subject: &here.user.id,
        network: Some(network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &here.user.email {
        mail::queue_notice(app, &mut db, email, Notice::Added(say("A passkey"))).await?;
    }
    let renewed = sessions::renew(app, transaction, session).await?;
    app.mail.wake();
    Ok(renewed.map_or(Added::SignedOut, Added::Done))
}
