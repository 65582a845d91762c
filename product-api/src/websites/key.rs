//! Making an API key: it is shown once, and kept as a digest with the first characters of the key.

use foundation::secret::{ExposeSecret, SecretString, digest};
use foundation::{Clock, Failure, Random, Timestamp, id};

use crate::caller::{KEY_PURPOSE, Mode};

/// What a website's first keys may do.
pub(crate) const DEFAULT_SCOPES: &str = "credits.spend credits.grant customers.read customers.write features.read features.write webhooks";
/// How much of a key is kept to tell it from others, in characters: the mode and 24 of 256 bits.
const PREFIX_LENGTH: usize = "tg_live_".len() + 4;

/// A key that was just made.
pub(crate) struct NewKey {
    pub(crate) id: String,
    pub(crate) mode: Mode,
    pub(crate) name: &'static str,
    pub(crate) prefix: String,
    pub(crate) scopes: String,
    pub(crate) created_by: String,
    pub(crate) created_at: Timestamp,
    key: SecretString,
}

impl NewKey {
    /// Makes a key with the default scopes.
    pub(crate) fn make(
        mode: Mode,
        created_by: &str,
        clock: &Clock,
        random: &Random,
    ) -> Result<Self, Failure> {
        let key = format!("tg_{mode}_{}", random.token()?);
        Ok(Self {
            id: id::new("key", clock, random)?,
            mode,
            name: "first key",
            prefix: key.chars().take(PREFIX_LENGTH).collect(),
            scopes: DEFAULT_SCOPES.to_owned(),
            created_by: created_by.to_owned(),
            created_at: clock.now(),
            key: key.into(),
        })
    }

    /// The key itself, for showing it once.
    pub(crate) fn reveal(&self) -> &str {
        self.key.expose_secret()
    }

    /// What is stored of it.
    pub(crate) fn digest(&self) -> String {
        digest(KEY_PURPOSE, self.reveal())
    }
}
