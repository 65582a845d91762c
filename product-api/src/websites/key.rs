//! Creates API keys: the secret is shown once, and stored as a digest with its first characters.

use foundation::secret::{ExposeSecret, SecretString, digest};
use foundation::{Clock, Failure, Random, Timestamp, id};

use crate::caller::{KEY_PURPOSE, Mode};

/// The scopes of a website's first keys: a back end spends, grants and sells, and gives no money back.
pub(crate) const DEFAULT_SCOPES: &str = "credits.spend credits.grant customers.read customers.write features.read features.write billing.read billing.sell webhooks";
/// Length of the stored prefix of a secret, in characters: the mode and 24 of 256 bits. Lists show it.
const PREFIX_LENGTH: usize = "tg_live_".len() + 4;

/// The secret that callers send: it names its mode and has 256 random bits.
pub(crate) struct KeySecret {
    prefix: String,
    key: SecretString,
}

impl KeySecret {
    /// Creates a secret.
    pub(crate) fn make(mode: Mode, random: &Random) -> Result<Self, Failure> {
        let key = format!("tg_{mode}_{}", random.token()?);
        Ok(Self {
            prefix: key.chars().take(PREFIX_LENGTH).collect(),
            key: key.into(),
        })
    }

    /// Returns the secret itself, to show it once.
    pub(crate) fn reveal(&self) -> &str {
        self.key.expose_secret()
    }

    /// Returns its first characters, which lists show.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the digest that is stored.
    pub(crate) fn digest(&self) -> String {
        digest(KEY_PURPOSE, self.reveal())
    }
}

/// The terms of a new key, checked.
#[derive(Clone, Debug)]
pub(crate) struct KeyTerms {
    /// The mode of the credits that it moves.
    pub(crate) mode: Mode,
    /// The name that its owner gave it.
    pub(crate) name: String,
    /// The scopes, separated by blanks.
    pub(crate) scopes: String,
    /// The creator: `usr_…` or `key_…`.
    pub(crate) created_by: String,
    /// Time at which the key expires.
    pub(crate) expires_at: Option<Timestamp>,
}

/// A new key with its secret.
pub(crate) struct NewKey {
    /// The id, `key_…`.
    pub(crate) id: String,
    /// The terms of the key.
    pub(crate) terms: KeyTerms,
    /// The time of creation.
    pub(crate) created_at: Timestamp,
    secret: KeySecret,
}

impl NewKey {
    /// Creates a key.
    pub(crate) fn make(terms: KeyTerms, clock: &Clock, random: &Random) -> Result<Self, Failure> {
        Ok(Self {
            id: id::new("key", clock, random)?,
            created_at: clock.now(),
            secret: KeySecret::make(terms.mode, random)?,
            terms,
        })
    }

    /// Creates one of a website's first keys.
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

    /// Returns the secret, to show it once.
    pub(crate) fn reveal(&self) -> &str {
        self.secret.reveal()
    }

    /// Returns the secret's first characters.
    pub(crate) fn prefix(&self) -> &str {
        self.secret.prefix()
    }

    /// Returns the digest of the secret that is stored.
    pub(super) fn digest(&self) -> String {
        self.secret.digest()
    }
}
