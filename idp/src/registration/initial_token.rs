//! Initial access tokens (RFC 7591 section 1.2): who has one may register so many clients for a while.

use foundation::Timestamp;
use foundation::secret::digest;

/// An initial access token as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InitialToken {
    /// Its id, `iat_…`.
    pub(crate) id: String,
    /// What is kept instead of the token.
    pub(crate) digest: String,
    /// The words that clients registered by it may ask for beside the idp's own.
    pub(crate) scope: String,
    /// How many clients it may still register.
    pub(crate) uses_left: u32,
    /// The client that made it.
    pub(crate) created_by: String,
    /// When it was made.
    pub(crate) created_at: Timestamp,
    /// When it ends.
    pub(crate) expires_at: Timestamp,
}

/// What is kept instead of an initial access token.
pub(super) fn initial_digest(token: &str) -> String {
    digest("initial-access-token", token)
}

/// What is kept instead of a registration access token (RFC 7592 section 3).
pub(super) fn registration_digest(token: &str) -> String {
    digest("registration-access-token", token)
}
