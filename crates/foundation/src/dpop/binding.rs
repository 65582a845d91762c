//! Key binding of an access token (RFC 9449 section 6.1).

use crate::jose::Claims;

/// The token is bound by an unknown method, so no proof can satisfy it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token is bound to something that is not understood")]
pub struct UnknownBindingError;

/// Returns the thumbprint of the key that a token is bound to; `None` for a bearer token.
pub fn bound_key(claims: &Claims) -> Result<Option<&str>, UnknownBindingError> {
    match claims.inner_text("cnf", "jkt") {
        Some(thumbprint) => Ok(Some(thumbprint)),
        None if claims.has("cnf") => Err(UnknownBindingError),
        None => Ok(None),
    }
}
