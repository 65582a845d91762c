//! A client's secret: stored as a digest, compared in constant time.

use foundation::secret::{digest, equal};

use super::client::Client;

const PURPOSE: &str = "client-secret";

/// What is stored instead of a client's secret.
pub(crate) fn secret_digest(secret: &str) -> String {
    digest(PURPOSE, secret)
}

impl Client {
    /// Whether this is the digest of the client's secret.
    pub(crate) fn has_secret(&self, digest: &str) -> bool {
        self.secret_digest
            .as_deref()
            .is_some_and(|stored| equal(stored, digest))
    }
}
