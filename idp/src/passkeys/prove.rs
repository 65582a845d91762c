//! Proving who somebody is by a passkey, in the caller's transaction.

use foundation::{Connection, Failure, json};
use webauthn_rs::prelude::{DiscoverableAuthentication, PublicKeyCredential, WebauthnError};

use super::ceremony::{Ceremony, Purpose};
use super::passkey::{KeptPasskey, handle_of};
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;
use crate::limits::{self, Limit, Verdict};
use crate::network::Network;

/// What an answer is worth.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// It is the owner of this passkey.
    Owner(Box<KeptPasskey>),
    /// The signature is right, but the device counted backwards: there may be two of it.
    Cloned(Box<KeptPasskey>),
    /// The ceremony is another's, over or used, the passkey unknown, or the answer does not fit.
    NotValid {
        /// Whose passkey it says it is, if it is anybody's.
        user_id: Option<String>,
    },
    /// There were too many wrong answers of late, and this one was not looked at.
    TooMany {
        /// The same.
        user_id: Option<String>,
    },
}

const NOT_VALID: Proof = Proof::NotValid { user_id: None };

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
        return Ok(NOT_VALID);
    };
    if !store::use_ceremony(db, &ceremony.id, ceremony.expires_at()).await? {
        return Ok(NOT_VALID);
    }
    let credential: Option<PublicKeyCredential> =
        json::from_slice(answer.credential.as_bytes()).ok();
    let found = match &credential {
        Some(credential) => find(db, party, credential).await?,
        None => None,
    };
    let user_id = found.as_ref().map(|(kept, _)| kept.user_id.clone());
    let tries = Tries {
        user_id: user_id.as_deref(),
        network: answer.network,
    };
    if !tries.take(app, db).await? {
        return Ok(Proof::TooMany { user_id });
    }
    let (Some(credential), Some((mut kept, true))) = (credential, found) else {
        return Ok(Proof::NotValid { user_id });
    };
    let rules = party.rules();
    let finished =
        rules.finish_discoverable_authentication_v2(&credential, ceremony.state, &kept.passkey);
    match finished {
        Ok(result) if result.user_verified() => {
            kept.passkey.update_credential(&result);
            // The user before the passkey, as whoever removes it has it: nobody waits for each other.
            store::hold_user(db, &kept.user_id).await?;
            if !store::note_use(db, &kept, result.counter(), now).await? {
                return Ok(Proof::Cloned(Box::new(kept)));
            }
            tries.were_right(app, db).await?;
            Ok(Proof::Owner(Box::new(kept)))
        }
        Err(WebauthnError::CredentialPossibleCompromise) => Ok(Proof::Cloned(Box::new(kept))),
        Ok(_) | Err(_) => Ok(Proof::NotValid { user_id }),
    }
}

/// The passkey that an answer names, and whether the answer says its right owner.
async fn find(
    db: &mut Connection<'_>,
    party: &RelyingParty,
    credential: &PublicKeyCredential,
) -> Result<Option<(KeptPasskey, bool)>, Failure> {
    let rules = party.rules();
    let Ok((handle, id)) = rules.identify_discoverable_authentication(credential) else {
        return Ok(None);
    };
    let Some(kept) = store::find_by_credential(db, id).await? else {
        return Ok(None);
    };
    let is_theirs = handle_of(&kept.made_for)? == handle;
    Ok(Some((kept, is_theirs)))
}

/// What answers are counted by: taken before an answer is looked at, so that of many at a time no more than the limit
/// are. The other ways to sign in stay open, so that nobody is locked out by a stranger.
struct Tries<'a> {
    user_id: Option<&'a str>,
    network: Network,
}

impl Tries<'_> {
    async fn take(&self, app: &App, db: &mut Connection<'_>) -> Result<bool, Failure> {
        if let Some(user_id) = self.user_id {
            let of_user = limits::take(app, db, Limit::PasskeyTriesOfUser, user_id).await?;
            if of_user != Verdict::Allowed {
                return Ok(false);
            }
        }
        let of_network = Limit::PasskeyTriesOfNetwork;
        let verdict = limits::take_of_network(app, db, of_network, self.network).await?;
        Ok(verdict == Verdict::Allowed)
    }

    /// A right answer does not count, and ends the row of wrong ones before it.
    async fn were_right(&self, app: &App, db: &mut Connection<'_>) -> Result<(), Failure> {
        if let Some(user_id) = self.user_id {
            limits::forget(app, db, Limit::PasskeyTriesOfUser, user_id).await?;
        }
        let of_network = Limit::PasskeyTriesOfNetwork;
        limits::give_back_of_network(app, db, of_network, self.network).await
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
    /// Where it is.
    pub(crate) network: Network,
}
