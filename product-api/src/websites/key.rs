//! Making an API key: its secret is shown once, and kept as a digest with its first characters.

use foundation::secret::{ExposeSecret, SecretString, digest};
use foundation::{Clock, Failure, Random, Timestamp, id};

use crate::caller::{KEY_PURPOSE, Mode};

/// What a website's first keys may do.
pub(crate) const DEFAULT_SCOPES: &str = "credits.spend credits.grant customers.read customers.write features.read features.write webhooks";
/// How much of a secret is kept to tell it from others, in characters: the mode and 24 of 256 bits.
const PREFIX_LENGTH: usize = "tg_live_".len() + 4;

/// What callers send: it says its mode, and 256 bits that nobody can guess.
pub(crate) struct KeySecret {
    prefix: String,
    key: SecretString,
}

impl KeySecret {
    /// Makes one.
    pub(crate) fn make(mode: Mode, random: &Random) -> Result<Self, Failure> {
        let key = format!("tg_{mode}_{}", random.token()?);
        Ok(Self {
            prefix: key.chars().take(PREFIX_LENGTH).collect(),
            key: key.into(),
        })
    }

    /// The secret itself, for showing it once.
    pub(crate) fn reveal(&self) -> &str {
        self.key.expose_secret()
    }

    /// Its first characters, by which lists show it.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// What is stored of it.
    pub(crate) fn digest(&self) -> String {
        digest(KEY_PURPOSE, self.reveal())
    }
}

/// What a key is made with, checked.
#[derive(Clone, Debug)]
pub(crate) struct KeyTerms {
    /// Which credits it moves.
    pub(crate) mode: Mode,
    /// What its owner calls it.
    pub(crate) name: String,
    /// What it may do, separated by blanks.
    pub(crate) scopes: String,
    /// `usr_…` or `key_…`.
    pub(crate) created_by: String,
    /// From when it can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
}

/// A key that was just made.
pub(crate) struct NewKey {
    /// `key_…`.
    pub(crate) id: String,
    /// What it was made with.
    pub(crate) terms: KeyTerms,
    /// When it was made.
    pub(crate) created_at: Timestamp,
    secret: KeySecret,
}

impl NewKey {
    /// Makes a key.
    pub(crate) fn make(terms: KeyTerms, clock: &Clock, random: &Random) -> Result<Self, Failure> {
        Ok(Self {
            id: id::new("key", clock, random)?,
            created_at: clock.now(),
            secret: KeySecret::make(terms.mode, random)?,
            terms,
        })
    }

    /// Makes one of a website's first keys.
    pub(super) fn first(
        mode: Mode,
        created_by: &str,
        clock: &Clock,
        random: &Random,
    ) -> Result<Self, Failure> {
        let terms = KeyTerms {
            mode,
            name: "first key".to_owned(),
            scopes: DEFAULT_SCOPES.to_owned(),
            created_by: created_by.to_owned(),
            expires_at: None,
        };
        Self::make(terms, clock, random)
    }

    /// The secret, for showing it once.
    pub(crate) fn reveal(&self) -> &str {
        self.secret.reveal()
    }

    /// The secret's first characters.
    pub(crate) fn prefix(&self) -> &str {
        self.secret.prefix()
    }

    /// What is stored of the secret.
    pub(super) fn digest(&self) -> String {
        self.secret.digest()
    }
}
