//! Start of a passkey ceremony: the request to the authenticator, and encrypted state that returns with its response.
//! Nothing is stored.

use foundation::Failure;
use serde::Serialize;
use serde_json::Value;
use webauthn_rs::prelude::{CredentialID, DiscoverableAuthentication, PasskeyRegistration};
use webauthn_rs_proto::ResidentKeyRequirement;

use super::ceremony::{Ceremony, CeremonyPurpose};
use super::passkey::handle_of;
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;

/// A started ceremony.
#[derive(Debug, Serialize)]
pub(crate) struct CeremonyOptions {
    /// Encrypted state that returns with the authenticator's response.
    ceremony: String,
    /// Request to the authenticator, in the form that browsers expect.
    #[serde(rename = "publicKey")]
    public_key: Value,
}

/// State of a registration between its two requests.
pub(super) type RegistrationState = (String, PasskeyRegistration);

/// Starts a sign-in; the authenticator names the user.
pub(crate) fn begin_sign_in(
    app: &App,
    party: &RelyingParty,
    browser: &str,
) -> Result<CeremonyOptions, Failure> {
    let (requested, state) = party
        .rules()
        .start_discoverable_authentication()
        .map_err(|error| Failure::broken("asking for a passkey", error))?;
    let ceremony: Ceremony<DiscoverableAuthentication> =
        Ceremony::new(app.random.token()?, browser, app.clock.now(), state);
    Ok(CeremonyOptions {
        ceremony: ceremony.seal(&app.sealer, CeremonyPurpose::SignIn)?,
        public_key: to_json(&requested.public_key)?,
    })
}

/// Starts the registration of a user's passkey; the authenticator shows the user's email address or name.
pub(crate) async fn begin_registration(
    app: &App,
    party: &RelyingParty,
    user_id: &str,
    shown: &str,
    browser: &str,
) -> Result<CeremonyOptions, Failure> {
    let mut reader = app.database.reader().await?;
    let stored = store::list(&mut reader.connection(), user_id).await?;
    drop(reader);
    let known: Vec<CredentialID> = stored
        .iter()
        .map(|stored| stored.passkey.cred_id().clone())
        .collect();
    let (mut requested, state) = party
        .rules()
        .start_passkey_registration(handle_of(user_id)?, shown, shown, Some(known))
        .map_err(|error| Failure::broken("asking for a new passkey", error))?;
    // Requires a discoverable passkey, because users type no name at sign-in.
    if let Some(selection) = &mut requested.public_key.authenticator_selection {
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
    }
    let state: RegistrationState = (user_id.to_owned(), state);
    let ceremony = Ceremony::new(app.random.token()?, browser, app.clock.now(), state);
    Ok(CeremonyOptions {
        ceremony: ceremony.seal(&app.sealer, CeremonyPurpose::Registration)?,
        public_key: to_json(&requested.public_key)?,
    })
}

fn to_json(requested: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(requested).map_err(|error| Failure::broken("writing a ceremony", error))
}
