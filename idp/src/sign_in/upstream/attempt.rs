//! An attempt to sign in through a provider, encrypted in the browser's cookie until it returns.

use foundation::Timestamp;
use serde::{Deserialize, Serialize};

/// Purpose of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AttemptPurpose {
    /// To sign in.
    SignIn,
    /// To add the provider to a user's sign-in methods, started in a session with this digest.
    Link {
        /// The user's id.
        user_id: String,
        /// Digest of the session's id.
        session: String,
    },
}

/// A running attempt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProviderAttempt {
    /// The provider; the attempt is valid for no other.
    pub(crate) provider: String,
    /// The purpose.
    pub(crate) purpose: AttemptPurpose,
    /// URL to which the sign-in leads; empty if it is too long for a cookie.
    pub(crate) callback_url: String,
    /// The `state` parameter, which the browser returns.
    pub(super) state: String,
    /// The PKCE verifier (RFC 7636).
    pub(super) verifier: String,
    /// The nonce, which the ID token returns.
    pub(super) nonce: String,
    /// Expiry, in seconds since the epoch.
    pub(super) until: i64,
    /// Earliest permitted sign-in at the provider, in seconds since the epoch.
    #[serde(default)]
    pub(super) fresh_since: Option<i64>,
}

impl ProviderAttempt {
    /// Returns true if the attempt has not expired.
    pub(super) fn is_live(&self, now: Timestamp) -> bool {
        now.seconds() <= self.until
    }
}
