//! Texts of Stripe that let their reader in: addresses of sessions, secrets of endpoints, fingerprints of cards.

use std::fmt;

use foundation::secret::SecretString;
use serde::Deserialize;

/// A text that does not print itself.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct HiddenText(String);

impl HiddenText {
    /// Returns the text.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// Converts it into a secret.
    pub(crate) fn into_secret(self) -> SecretString {
        self.0.into()
    }
}

impl fmt::Debug for HiddenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}
