//! An authorization code: its bindings, its lifetime and its digest.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

use super::pkce::Challenge;
use crate::observability::activity::ErrorCause;
use crate::protocol::grants::Grant;

/// Lifetime of a code (RFC 6749 section 4.1.2 allows ten minutes, ASVS 10.4.3 one).
pub(crate) const LIFETIME: Duration = Duration::from_mins(1);

const PURPOSE: &str = "authorization-code";

const WRONG_REDIRECT_URI: ErrorCause =
    ErrorCause("redirect_uri is missing, or is not that of the authorization request.");
const NO_VERIFIER: ErrorCause =
    ErrorCause("code_verifier is missing, though the authorization request sent a code_challenge.");
const OTHER_VERIFIER: ErrorCause =
    ErrorCause("code_verifier does not belong to the code_challenge of the authorization request.");
const NO_CHALLENGE: ErrorCause =
    ErrorCause("code_verifier was sent, though the authorization request sent no code_challenge.");

/// A new grant with its authorization code, and the code's bindings.
#[derive(Clone, Debug)]
pub(crate) struct NewCode<'a> {
    /// Grant of the code; only its client can redeem the code.
    pub(crate) grant: &'a Grant,
    /// Time from which the grant may be swept.
    pub(crate) sweep_at: Timestamp,
    /// Redirect URI to which the code is sent.
    pub(crate) redirect_uri: &'a str,
    /// PKCE challenge of the request.
    pub(crate) challenge: Option<&'a Challenge>,
    /// Nonce for the ID token.
    pub(crate) nonce: Option<&'a str>,
    /// Thumbprint of the key that the client must prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<&'a str>,
}

/// A redeemed code, with the values that the token request must match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Grant of the code.
    pub(crate) grant_id: String,
    /// Redirect URI to which the code was sent.
    pub(crate) redirect_uri: String,
    /// PKCE challenge of the request.
    pub(crate) challenge: Option<Challenge>,
    /// Nonce for the ID token.
    pub(crate) nonce: Option<String>,
    /// Thumbprint of the key that the client must prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<String>,
}

impl Code {
    /// Returns the cause if a token request does not match the authorization request: another redirect URI (RFC 6749
    /// section 4.1.3), or a wrong verifier (RFC 7636 section 4.6).
    pub(super) fn misuse(
        &self,
        redirect_uri: Option<&str>,
        verifier: Option<&str>,
    ) -> Option<ErrorCause> {
        if redirect_uri != Some(self.redirect_uri.as_str()) {
            return Some(WRONG_REDIRECT_URI);
        }
        match (&self.challenge, verifier) {
            (None, None) => None,
            (Some(challenge), Some(verifier)) if challenge.is_met_by(verifier) => None,
            (Some(_), Some(_)) => Some(OTHER_VERIFIER),
            (Some(_), None) => Some(NO_VERIFIER),
            // Refuses, because an attacker may have removed the challenge from the request (RFC 9700 section 2.1.1).
            (None, Some(_)) => Some(NO_CHALLENGE),
        }
    }
}

/// Returns the digest that the database stores instead of a code.
pub(super) fn digest_of(code: &str) -> String {
    digest(PURPOSE, code)
}
