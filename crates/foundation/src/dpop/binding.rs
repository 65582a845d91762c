//! What an access token says of the key that it is bound to (RFC 9449 section 6.1).

use crate::jose::Claims;

/// A token is bound to something that is not understood here, and so to nothing that could be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token is bound to something that is not understood")]
pub struct OtherBinding;

/// The thumbprint of the key that a token is bound to; `None` for a bearer token.
pub fn bound_key(claims: &Claims) -> Result<Option<&str>, OtherBinding> {
    match claims.inner_text("cnf", "jkt") {
        Some(thumbprint) => Ok(Some(thumbprint)),
        None if claims.has("cnf") => Err(OtherBinding),
        None => Ok(None),
    }
}
