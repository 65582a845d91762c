//! Reading an ID token of ours that comes back as a hint.

use foundation::Timestamp;
use foundation::jose::{Claims, Expected};

use super::keyring::Keyring;

/// The clock difference between our own servers that is forgiven, in seconds.
const LEEWAY_SECONDS: i64 = 10;

impl Keyring {
    /// The claims of an ID token of ours, which may have expired (OpenID Connect Core section 3.1.2.1,
    /// RP-Initiated Logout section 2); `None` for anything else, whoever signed it.
    pub(crate) fn read_hint(&self, token: &str, issuer: &str, now: Timestamp) -> Option<Claims> {
        let expected = Expected {
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
