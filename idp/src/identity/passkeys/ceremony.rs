//! State of a ceremony between its two requests: encrypted, bound to purpose and browser, valid for five minutes and
//! one response.

use std::time::Duration;

use foundation::secret::{Sealer, digest, equal};
use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Timeout of the authenticator's response.
pub(super) const LIFETIME: Duration = Duration::from_mins(5);

/// Purpose of a ceremony; state of one purpose does not decrypt for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CeremonyPurpose {
    /// To register a passkey.
    Registration,
    /// To sign in.
    SignIn,
}

impl CeremonyPurpose {
    fn text(self) -> &'static str {
        match self {
            Self::Registration => "passkey-registration",
            Self::SignIn => "passkey-sign-in",
        }
    }
}

/// State of a started ceremony. The page holds it until the authenticator responds; the server stores only used ones.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ceremony<S> {
    /// Id of the ceremony.
    pub(super) id: String,
    /// Digest of a value that only its browser knows.
    browser: String,
    /// Expiry, in microseconds.
    expires_at: i64,
    /// State that the response is verified against.
    pub(super) state: S,
}

impl<S: Serialize + DeserializeOwned> Ceremony<S> {
    /// Creates the state.
    pub(super) fn new(id: String, browser: &str, now: Timestamp, state: S) -> Self {
        Self {
            id,
            browser: digest("passkey-browser", browser),
            expires_at: now.plus(LIFETIME).micros(),
            state,
        }
    }

    /// Returns the expiry.
    pub(super) fn expires_at(&self) -> Timestamp {
        Timestamp::from_micros(self.expires_at)
    }

    /// Encrypts the state for the browser.
    pub(super) fn seal(
        &self,
        sealer: &Sealer,
        purpose: CeremonyPurpose,
    ) -> Result<String, Failure> {
        let plain = serde_json::to_string(self)
            .map_err(|error| Failure::broken("writing a ceremony", error))?;
        sealer.seal(purpose.text(), &plain)
    }

    /// Decrypts state of this purpose and browser that has not expired.
    pub(super) fn open(
        sealer: &Sealer,
        purpose: CeremonyPurpose,
        stored: &str,
        browser: &str,
        now: Timestamp,
    ) -> Option<Self> {
        let plain = sealer.open(purpose.text(), stored)?;
        let ceremony: Self = strict_json::from_stored(&plain).ok()?;
        let is_ours = equal(&ceremony.browser, &digest("passkey-browser", browser));
        (is_ours && now < ceremony.expires_at()).then_some(ceremony)
    }
}
