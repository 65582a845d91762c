//! A ceremony between its two requests: sealed, bound to its purpose and its browser, good for five minutes and one answer.

use std::time::Duration;

use foundation::secret::{Sealer, digest, equal};
use foundation::{Failure, Timestamp, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// How long a device has time to answer.
pub(super) const LIFE: Duration = Duration::from_mins(5);

/// What a ceremony is for; one of the one kind does not open as one of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To make a passkey.
    Registration,
    /// To sign in.
    SignIn,
}

impl Purpose {
    fn text(self) -> &'static str {
        match self {
            Self::Registration => "passkey-registration",
            Self::SignIn => "passkey-sign-in",
        }
    }
}

/// A ceremony that has begun. The page holds it while the device is asked; what was used is remembered here.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ceremony<S> {
    /// Its own name.
    pub(super) id: String,
    /// The digest of what only its browser knows.
    browser: String,
    /// When it ends, in microseconds.
    expires_at: i64,
    /// What the answer is held against.
    pub(super) state: S,
}

impl<S: Serialize + DeserializeOwned> Ceremony<S> {
    /// Begins one.
    pub(super) fn new(id: String, browser: &str, now: Timestamp, state: S) -> Self {
        Self {
            id,
            browser: digest("passkey-browser", browser),
            expires_at: now.plus(LIFE).micros(),
            state,
        }
    }

    /// When it ends.
    pub(super) fn expires_at(&self) -> Timestamp {
        Timestamp::from_micros(self.expires_at)
    }

    /// Seals it for its way through the browser.
    pub(super) fn seal(&self, sealer: &Sealer, purpose: Purpose) -> Result<String, Failure> {
        let plain = serde_json::to_string(self)
            .map_err(|error| Failure::broken("writing a ceremony", error))?;
        sealer.seal(purpose.text(), &plain)
    }

    /// Opens one of this purpose that began in this browser and is not over.
    pub(super) fn open(
        sealer: &Sealer,
        purpose: Purpose,
        kept: &str,
        browser: &str,
        now: Timestamp,
    ) -> Option<Self> {
        let plain = sealer.open(purpose.text(), kept)?;
        let ceremony: Self = json::from_stored(&plain).ok()?;
        let is_ours = equal(&ceremony.browser, &digest("passkey-browser", browser));
        (is_ours && now < ceremony.expires_at()).then_some(ceremony)
    }
}
