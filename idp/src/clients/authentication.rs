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

impl Client {
    /// Returns whether this is the digest of a secret of the client that is valid at this time.
    pub(crate) fn has_secret(&self, digest: &str, now: Timestamp) -> bool {
        let current = self.secret_digest.as_deref();
        let previous = self.previous_secret.as_ref();
        let previous = previous.filter(|secret| now < secret.expires_at);
        [current, previous.map(|secret| secret.digest.as_str())]
            .into_iter()
            .flatten()
            .any(|stored| equal(stored, digest))
    }

    /// Returns the previous secret after a rotation: the current secret, which is valid for the overlap.
    pub(crate) fn secret_after_rotation(
        &self,
        overlap: Duration,
        now: Timestamp,
    ) -> Option<PreviousSecret> {
        let digest = self.secret_digest.clone()?;
        (!overlap.is_zero()).then(|| PreviousSecret {
            digest,
            expires_at: now.plus(overlap),
        })
    }
}
