//! Secrets of clients: stored as digests and compared in constant time.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::{digest, equal};

use super::client::Client;

const PURPOSE: &str = "client-secret";

/// Previous secret of a client, valid until it expires so that back ends can switch to the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreviousSecret {
    /// The digest of the secret.
    pub(crate) digest: String,
    /// The time from which the secret is refused.
    pub(crate) expires_at: Timestamp,
}

/// Returns the digest that is stored for a client's secret.
pub(crate) fn secret_digest(secret: &str) -> String {
    digest(PURPOSE, secret)
}

/// The maximum number of previous secrets that are valid at a time.
pub(crate) const MAX_PREVIOUS_SECRETS: usize = 10;

impl Client {
    /// Returns whether this is the digest of a secret of the client that is valid at this time.
    pub(crate) fn has_secret(&self, digest: &str, now: Timestamp) -> bool {
        let previous = self.valid_previous_secrets(now);
        let previous = previous.map(|secret| secret.digest.as_str());
        let mut valid = self.secret_digest.as_deref().into_iter().chain(previous);
        valid.any(|stored| equal(stored, digest))
    }

    /// Returns the previous secrets after a rotation, the newest first: the current secret for the overlap, and older
    /// secrets until their announced end. The server does not know which secret a back end uses, so none ends early,
    /// also after a lost response. An overlap of zero ends all.
    ///
    /// # Errors
    ///
    /// The time when the first of them ends, if there would be more than [`MAX_PREVIOUS_SECRETS`].
    pub(crate) fn previous_secrets_after_rotation(
        &self,
        overlap: Duration,
        now: Timestamp,
    ) -> Result<Vec<PreviousSecret>, Timestamp> {
        if overlap.is_zero() {
            return Ok(Vec::new());
        }
        let today = self.secret_digest.iter().map(|digest| PreviousSecret {
            digest: digest.clone(),
            expires_at: now.plus(overlap),
        });
        let older: Vec<_> = self.valid_previous_secrets(now).cloned().collect();
        let first_end = older.iter().map(|secret| secret.expires_at).min();
        match first_end {
            Some(at) if older.len() >= MAX_PREVIOUS_SECRETS => Err(at),
            Some(_) | None => Ok(today.chain(older).collect()),
        }
    }

    fn valid_previous_secrets(&self, now: Timestamp) -> impl Iterator<Item = &PreviousSecret> {
        let previous = self.previous_secrets.iter();
        previous.filter(move |secret| now < secret.expires_at)
    }
}
