//! Adds a passkey to the user's sign-in methods.

use foundation::Failure;
use serde_json::json;

use super::super::guard::FormRequester;
use crate::app::App;
use crate::http::i18n::say;
use crate::identity::mail::{self, Notice};
use crate::identity::passkeys::{NewPasskey, RegistrationOutcome, RelyingParty, register};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::session::sessions::{self, SessionCookie};

/// Result of adding a passkey.
#[derive(Clone, Debug)]
pub(super) enum AddPasskeyOutcome {
    /// The passkey is added, and the session has a new id.
    Done(SessionCookie),
    /// The user has the maximum number of passkeys.
    TooMany,
    /// The device's response came too late or twice, or it is not valid.
    NotValid,
    /// The session has ended: nothing was changed.
    SignedOut,
}

/// Adds the passkey of a device's response and records it in the audit log. Renews the session in the same transaction.
/// Nothing is added if the session has ended, for example because the address's owner ended an intruder's sessions.
pub(super) async fn add(
    app: &App,
    party: &RelyingParty,
    requester: FormRequester<'_>,
    new: NewPasskey<'_>,
) -> Result<AddPasskeyOutcome, Failure> {
    let user = &requester.signed_in.user;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    match register(app, &mut db, party, new).await? {
        RegistrationOutcome::Added => {}
        // Commits, because the ceremony is used up all the same.
        RegistrationOutcome::TooMany => {
            return transaction
                .commit()
                .await
                .map(|()| AddPasskeyOutcome::TooMany);
        }
        RegistrationOutcome::NotValid => {
            return transaction
                .commit()
                .await
                .map(|()| AddPasskeyOutcome::NotValid);
        }
    }
    let event = AuditEvent {
        actor: &user.id,
        action: Action::PasskeyAdded,
        subject: &user.id,
        network: Some(requester.network.to_string()),
        client_id: None,
        details: json!({}),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(email) = &user.email {
        mail::queue_notice(app, &mut db, email, Notice::MethodAdded(say("A passkey"))).await?;
    }
    let renewed = sessions::renew(app, transaction, requester.session).await?;
    app.mail.wake();
    Ok(renewed.map_or(AddPasskeyOutcome::SignedOut, AddPasskeyOutcome::Done))
}
