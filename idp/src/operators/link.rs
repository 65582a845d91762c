//! The operator's link: what it looks like and what is kept of it.

use foundation::secret::digest;

/// Where the link leads to.
pub(super) const PATH: &str = "/admin/claim";

/// The link with a token.
pub(super) fn link(issuer: &str, token: &str) -> String {
    format!("{issuer}{PATH}?token={token}")
}

/// What is kept instead of the token.
pub(super) fn digest_of(token: &str) -> String {
    digest("operator-link", token)
}
