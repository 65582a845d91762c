//! Proof of a user's identity by a passkey, in the caller's transaction.

use foundation::text::strict_json;
use foundation::{Connection, Failure};
use webauthn_rs::prelude::{DiscoverableAuthentication, PublicKeyCredential, WebauthnError};

use super::ceremony::{Ceremony, CeremonyPurpose};
use super::passkey::{StoredPasskey, handle_of};
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{self, Limit, LimitOutcome};

/// Result of a verification.
#[derive(Clone, Debug)]
pub(crate) enum PasskeyVerification {
    /// The passkey's user signed the response.
    Owner(Box<StoredPasskey>),
    /// The signature is valid, but the authenticator's counter went backwards: it may be cloned.
    Cloned(Box<StoredPasskey>),
    /// The ceremony is another's, expired or used, the passkey unknown, or the response invalid.
    NotValid {
        /// User of the named passkey, if it exists.
        user_id: Option<String>,
    },
    /// There were too many wrong responses recently, and this one was not verified.
    TooMany {
        /// User of the named passkey, if it exists.
        user_id: Option<String>,
    },
}

const NOT_VALID: PasskeyVerification = PasskeyVerification::NotValid { user_id: None };

/// Verifies an authenticator's response. The ceremony is used up with every result, so the caller must commit.
pub(crate) async fn verify_response(
    app: &App,
    db: &mut Connection<'_>,
    party: &RelyingParty,
    response: AuthenticatorResponse<'_>,
) -> Result<PasskeyVerification, Failure> {
    let now = app.clock.now();
    let opened: Option<Ceremony<DiscoverableAuthentication>> = Ceremony::open(
        &app.sealer,
        CeremonyPurpose::SignIn,
        response.ceremony,
        response.browser,
        now,
    );
    let Some(ceremony) = opened else {
        return Ok(NOT_VALID);
    };
    if !store::use_ceremony(db, &ceremony.id, ceremony.expires_at()).await? {
        return Ok(NOT_VALID);
    }
    let credential: Option<PublicKeyCredential> =
        strict_json::from_slice(response.credential.as_bytes()).ok();
    let found = match &credential {
        Some(credential) => find(db, party, credential).await?,
        None => None,
    };
    let user_id = found.as_ref().map(|(stored, _)| stored.user_id.clone());
    let tries = AttemptCounters {
        user_id: user_id.as_deref(),
        network: response.network,
    };
    if !tries.take(app, db).await? {
        return Ok(PasskeyVerification::TooMany { user_id });
    }
    let (Some(credential), Some((mut stored, true))) = (credential, found) else {
        return Ok(PasskeyVerification::NotValid { user_id });
    };
    let rules = party.rules();
    let finished =
        rules.finish_discoverable_authentication_v2(&credential, ceremony.state, &stored.passkey);
    match finished {
        Ok(result) if result.user_verified() => {
            stored.passkey.update_credential(&result);
            // Locks the user before the passkey, as removals do, so that the two cannot deadlock.
            store::lock_user(db, &stored.user_id).await?;
            if !store::record_use(db, &stored, result.counter(), now).await? {
                return Ok(PasskeyVerification::Cloned(Box::new(stored)));
            }
            tries.reset(app, db).await?;
            Ok(PasskeyVerification::Owner(Box::new(stored)))
        }
        Err(WebauthnError::CredentialPossibleCompromise) => {
            Ok(PasskeyVerification::Cloned(Box::new(stored)))
        }
        Ok(_) | Err(_) => Ok(PasskeyVerification::NotValid { user_id }),
    }
}

/// Finds the passkey of a response, and returns true with it if the response names the right user handle.
async fn find(
    db: &mut Connection<'_>,
    party: &RelyingParty,
    credential: &PublicKeyCredential,
) -> Result<Option<(StoredPasskey, bool)>, Failure> {
    let rules = party.rules();
    let Ok((handle, id)) = rules.identify_discoverable_authentication(credential) else {
        return Ok(None);
    };
    let Some(stored) = store::find_by_credential(db, id).await? else {
        return Ok(None);
    };
    let is_owner = handle_of(&stored.created_for)? == handle;
    Ok(Some((stored, is_owner)))
}

/// Counters of responses, taken before the verification, so that concurrent responses cannot exceed the limit. Other
/// sign-in methods stay available, so that strangers cannot lock a user out.
struct AttemptCounters<'a> {
    user_id: Option<&'a str>,
    network: Network,
}

impl AttemptCounters<'_> {
    async fn take(&self, app: &App, db: &mut Connection<'_>) -> Result<bool, Failure> {
        if let Some(user_id) = self.user_id {
            let of_user = limits::take(app, db, Limit::PasskeyTriesOfUser, user_id).await?;
            if of_user != LimitOutcome::Allowed {
                return Ok(false);
            }
        }
        let of_network = Limit::PasskeyTriesOfNetwork;
        let outcome = limits::take_of_network(app, db, of_network, self.network).await?;
        Ok(outcome == LimitOutcome::Allowed)
    }

    /// Removes a right response and the user's wrong ones before it from the counters.
    async fn reset(&self, app: &App, db: &mut Connection<'_>) -> Result<(), Failure> {
        if let Some(user_id) = self.user_id {
            limits::reset(app, db, Limit::PasskeyTriesOfUser, user_id).await?;
        }
        let of_network = Limit::PasskeyTriesOfNetwork;
        limits::give_back_of_network(app, db, of_network, self.network).await
    }
}

/// Response that a browser returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuthenticatorResponse<'a> {
    /// The encrypted ceremony.
    pub(crate) ceremony: &'a str,
    /// The authenticator's response, as JSON.
    pub(crate) credential: &'a str,
    /// Value that only this browser knows.
    pub(crate) browser: &'a str,
    /// Network of the request.
    pub(crate) network: Network,
}
