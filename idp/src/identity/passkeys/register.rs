//! Registration of a passkey from an authenticator's response, in the caller's transaction.

use foundation::text::strict_json;
use foundation::{Connection, Failure, id};
use webauthn_rs::prelude::{Credential, RegisterPublicKeyCredential};

use super::begin::RegistrationState;
use super::ceremony::{Ceremony, CeremonyPurpose};
use super::passkey::{MAX_PER_USER, StoredPasskey};
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;

/// Response that a browser returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPasskey<'a> {
    /// The signed-in user.
    pub(crate) user_id: &'a str,
    /// The encrypted ceremony.
    pub(crate) ceremony: &'a str,
    /// The authenticator's response, as JSON.
    pub(crate) credential: &'a str,
    /// Value that only this browser knows.
    pub(crate) browser: &'a str,
    /// Name of the passkey.
    pub(crate) name: &'a str,
}

/// Result of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegistrationOutcome {
    /// The passkey was added.
    Added,
    /// The user has the maximum number of passkeys.
    TooMany,
    /// The ceremony is another's, expired or used, or the response is invalid.
    NotValid,
}

/// Adds a passkey. The ceremony is used up with every result, so the caller must commit.
pub(crate) async fn register(
    app: &App,
    db: &mut Connection<'_>,
    party: &RelyingParty,
    new: NewPasskey<'_>,
) -> Result<RegistrationOutcome, Failure> {
    let now = app.clock.now();
    let opened: Option<Ceremony<RegistrationState>> = Ceremony::open(
        &app.sealer,
        CeremonyPurpose::Registration,
        new.ceremony,
        new.browser,
        now,
    );
    let Some(ceremony) = opened.filter(|ceremony| ceremony.state.0 == new.user_id) else {
        return Ok(RegistrationOutcome::NotValid);
    };
    if !store::use_ceremony(db, &ceremony.id, ceremony.expires_at()).await? {
        return Ok(RegistrationOutcome::NotValid);
    }
    let credential: Option<RegisterPublicKeyCredential> =
        strict_json::from_slice(new.credential.as_bytes()).ok();
    let made = credential.and_then(|credential| {
        party
            .rules()
            .finish_passkey_registration(&credential, &ceremony.state.1)
            .ok()
    });
    let Some(passkey) = made else {
        return Ok(RegistrationOutcome::NotValid);
    };
    // Locks the user's row before the count, so that concurrent registrations cannot exceed the maximum.
    store::lock_user(db, new.user_id).await?;
    if store::count(db, new.user_id).await? >= MAX_PER_USER {
        return Ok(RegistrationOutcome::TooMany);
    }
    let stored = StoredPasskey {
        id: id::new("pky", &app.clock, &app.random)?,
        user_id: new.user_id.to_owned(),
        created_for: new.user_id.to_owned(),
        backup_eligible: Credential::from(passkey.clone()).backup_eligible,
        passkey,
        name: new.name.to_owned(),
        created_at: now,
        last_used_at: None,
    };
    let is_added = store::insert(db, &stored).await?;
    Ok(if is_added {
        RegistrationOutcome::Added
    } else {
        RegistrationOutcome::NotValid
    })
}
