//! Proving who somebody is by a passkey, in the caller's transaction.

use foundation::{Connection, Failure};
use webauthn_rs::prelude::{DiscoverableAuthentication, PublicKeyCredential, WebauthnError};

use super::ceremony::{Ceremony, Purpose};
use super::passkey::{KeptPasskey, handle_of};
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;

/// What an answer is worth.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// It is the owner of this passkey.
    Owner(Box<KeptPasskey>),
    /// The signature is right, but the device counted backwards: there may be two of it.
    Cloned(Box<KeptPasskey>),
    /// The ceremony is another's, over or used, the passkey unknown, or the answer does not fit.
    NotValid,
}

/// Holds a device's answer against the ceremony. That is used up by this, whatever the answer is worth: the
/// caller commits.
pub(crate) async fn prove(
    app: &App,
    db: &mut Connection<'_>,
    party: &RelyingParty,
    answer: Answer<'_>,
) -> Result<Proof, Failure> {
    let now = app.clock.now();
    let opened: Option<Ceremony<DiscoverableAuthentication>> = Ceremony::open(
        &app.sealer,
        Purpose::SignIn,
        answer.ceremony,
        answer.browser,
        now,
    );
    let Some(ceremony) = opened else {
        return Ok(Proof::NotValid);
    };
    if !store::use_ceremony(db, &ceremony.id, ceremony.expires_at()).await? {
        return Ok(Proof::NotValid);
    }
    let Some(credential): Option<PublicKeyCredential> =
        serde_json::from_str(answer.credential).ok()
    else {
        return Ok(Proof::NotValid);
    };
    let Ok((handle, credential_id)) = party
        .rules()
        .identify_discoverable_authentication(&credential)
    else {
        return Ok(Proof::NotValid);
    };
    let found = store::find_by_credential(db, credential_id).await?;
    let Some(mut kept) = found else {
        return Ok(Proof::NotValid);
    };
    if handle_of(&kept.user_id)? != handle {
        return Ok(Proof::NotValid);
    }
    let finished = party.rules().finish_discoverable_authentication_v2(
        &credential,
        ceremony.state,
        &kept.passkey,
    );
    match finished {
        Ok(result) if result.user_verified() => {
            kept.passkey.update_credential(&result);
            // The user before the passkey, as whoever removes it has it: nobody waits for each other.
            store::hold_user(db, &kept.user_id).await?;
            let is_newer = store::note_use(db, &kept, result.counter(), now).await?;
            Ok(if is_newer {
                Proof::Owner(Box::new(kept))
            } else {
                Proof::Cloned(Box::new(kept))
            })
        }
        Err(WebauthnError::CredentialPossibleCompromise) => Ok(Proof::Cloned(Box::new(kept))),
        Ok(_) | Err(_) => Ok(Proof::NotValid),
    }
}

/// What a browser brings back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<'a> {
    /// The sealed ceremony.
    pub(crate) ceremony: &'a str,
    /// The device's answer, as JSON.
    pub(crate) credential: &'a str,
    /// What only this browser knows.
    pub(crate) browser: &'a str,
}
