//! An authorization code: what it is bound to, and how long it can be used.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

use super::pkce::Challenge;

/// How long a code can be redeemed (RFC 6749 section 4.1.2 allows ten minutes, ASVS 10.4.3 one).
pub(crate) const LIFE: Duration = Duration::from_mins(1);

const PURPOSE: &str = "authorization-code";

/// What a new code is bound to.
#[derive(Clone, Debug)]
pub(crate) struct NewCode<'a> {
    /// The grant that it stands for.
    pub(crate) grant_id: &'a str,
    /// The client that may redeem it.
    pub(crate) client_id: &'a str,
    /// The address it was sent to.
    pub(crate) redirect_uri: &'a str,
    /// The PKCE challenge of the request.
    pub(crate) challenge: Option<&'a Challenge>,
    /// The nonce for the ID token.
    pub(crate) nonce: Option<&'a str>,
    /// The thumbprint of the key that the client has to prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<&'a str>,
}

/// A code as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// What is kept instead of the code.
    pub(crate) digest: String,
    /// The grant that it stands for.
    pub(crate) grant_id: String,
    /// The client that may redeem it.
    pub(crate) client_id: String,
    /// The address it was sent to.
    pub(crate) redirect_uri: String,
    /// The PKCE challenge of the request.
    pub(crate) challenge: Option<Challenge>,
    /// The nonce for the ID token.
    pub(crate) nonce: Option<String>,
    /// The thumbprint of the key that the client has to prove (RFC 9449 section 10).
    pub(crate) dpop_jkt: Option<String>,
    /// When it was made.
    pub(crate) created_at: Timestamp,
}

impl Code {
    /// Whether the one who redeems it is the one who asked for it: the same address (RFC 6749 section
    /// 4.1.3), and the verifier of the challenge (RFC 7636 section 4.6).
    pub(super) fn is_claimed_rightly(
        &self,
        redirect_uri: Option<&str>,
        verifier: Option<&str>,
    ) -> bool {
        let right_verifier = match (&self.challenge, verifier) {
            (None, None) => true,
            (Some(challenge), Some(verifier)) => challenge.is_met_by(verifier),
            // A challenge without its verifier, or a verifier that nobody asked for (RFC 9700 section 2.1.1).
            (Some(_), None) | (None, Some(_)) => false,
        };
        redirect_uri == Some(self.redirect_uri.as_str()) && right_verifier
    }
}

/// What is kept instead of a code.
pub(super) fn digest_of(code: &str) -> String {
    digest(PURPOSE, code)
}
