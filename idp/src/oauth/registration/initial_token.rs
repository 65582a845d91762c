//! Initial access tokens (RFC 7591 section 1.2): each permits the registration of some clients for a limited time.

use foundation::Timestamp;
use foundation::secret::digest;

/// A stored initial access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InitialToken {
    /// Id, `iat_…`.
    pub(crate) id: String,
    /// Digest of the token.
    pub(crate) digest: String,
    /// Scopes that its clients may request in addition to the idp's own.
    pub(crate) scope: String,
    /// Number of clients that it can still register.
    pub(crate) uses_left: u32,
    /// Client that created the token.
    pub(crate) created_by: String,
    /// Time of creation.
    pub(crate) created_at: Timestamp,
    /// Expiry.
    pub(crate) expires_at: Timestamp,
}

/// Returns the digest that the database stores instead of an initial access token.
pub(super) fn initial_digest(token: &str) -> String {
    digest("initial-access-token", token)
}

/// Returns the digest that the database stores instead of a registration access token (RFC 7592 section 3).
pub(super) fn registration_digest(token: &str) -> String {
    digest("registration-access-token", token)
}
