//! Reading our own ID token that a client returns as a hint.

use foundation::Timestamp;
use foundation::jose::{Claims, TokenRequirements};

use super::keyring::Keyring;

/// Tolerated clock difference between our own servers, in seconds.
const LEEWAY_SECONDS: i64 = 10;

impl Keyring {
    /// Returns the claims of our ID token, which may have expired; `None` for anything else (OpenID Connect Core
    /// section 3.1.2.1, RP-Initiated Logout section 2).
    pub(crate) fn read_hint(&self, token: &str, issuer: &str, now: Timestamp) -> Option<Claims> {
        let expected = TokenRequirements {
            token_type: None,
            issuer,
            audience: None,
            now,
            leeway_seconds: LEEWAY_SECONDS,
            may_be_expired: true,
        };
        self.key_set().verify(token, &expected).ok()
    }
}
