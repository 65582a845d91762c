//! An authorization code: what it is bound to, and how long it can be used.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

use super::pkce::Challenge;
use crate::activity::Cause;
use crate::grants::Grant;

/// How long a code can be redeemed (RFC 6749 section 4.1.2 allows ten minutes, ASVS 10.4.3 one).
pub(crate) const LIFE: Duration = Duration::from_mins(1);

const PURPOSE: &str = "authorization-code";

const OTHER_ADDRESS: Cause =
    Cause("redirect_uri is missing, or is not that of the authorization request.");
const NO_VERIFIER: Cause =
    Cause("code_verifier is missing, though the authorization request sent a code_challenge.");
const OTHER_VERIFIER: Cause =
    Cause("code_verifier does not belong to the code_challenge of the authorization request.");
const NO_CHALLENGE: Cause =
    Cause("code_verifier was sent, though the authorization request sent no code_challenge.");

/// A new grant with the code that stands for it, and what the code is bound to.
#[derive(Clone, Debug)]
pub(crate) struct NewCode<'a> {
    /// The grant; its client may redeem the code.
    pub(crate) grant: &'a Grant,
    /// The instant from which on the grant may be swept.
    pub(crate) sweep_at: Timestamp,
    /// The address it was sent to.
    pub(crate) redirect_uri: &'a str,
    /// The PKCE challenge of the request.
    pub(crate) challenge: Option<&'a Challenge>,
    /// The nonce for the ID token.
    pub(crate) nonce: Option<&'a str>,
    /// The thumbprint of the key that the client has to prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<&'a str>,
}

/// A code that was redeemed, as far as its redemption depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// The grant that it stands for.
    pub(crate) grant_id: String,
    /// The address it was sent to.
    pub(crate) redirect_uri: String,
    /// The PKCE challenge of the request.
    pub(crate) challenge: Option<Challenge>,
    /// The nonce for the ID token.
    pub(crate) nonce: Option<String>,
    /// The thumbprint of the key that the client has to prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<String>,
}

impl Code {
    /// Returns the reason why a claim is not that of the client which asked for the code: another address (RFC 6749 section
    /// 4.1.3), or not the verifier of the challenge (RFC 7636 section 4.6).
    pub(super) fn misuse(
        &self,
        redirect_uri: Option<&str>,
        verifier: Option<&str>,
    ) -> Option<Cause> {
        if redirect_uri != Some(self.redirect_uri.as_str()) {
            return Some(OTHER_ADDRESS);
        }
        match (&self.challenge, verifier) {
            (None, None) => None,
            (Some(challenge), Some(verifier)) if challenge.is_met_by(verifier) => None,
            (Some(_), Some(_)) => Some(OTHER_VERIFIER),
            (Some(_), None) => Some(NO_VERIFIER),
            // An attacker may have taken the challenge out of the request (RFC 9700 section 2.1.1).
            (None, Some(_)) => Some(NO_CHALLENGE),
        }
    }
}

/// What is kept instead of a code.
pub(super) fn digest_of(code: &str) -> String {
    digest(PURPOSE, code)
}
