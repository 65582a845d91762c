//! The operator link: its URL, and the digest of its token.

use foundation::secret::digest;

pub(super) use crate::sign_in::auth_api::CLAIM_PAGE as PATH;

/// Returns the link with a token.
pub(super) fn link(issuer: &str, token: &str) -> String {
    format!("{issuer}{PATH}?token={token}")
}

/// Returns the digest that the database stores instead of the token.
pub(super) fn digest_of(token: &str) -> String {
    digest("operator-link", token)
}
