//! `private_key_jwt`: refused by name.

use super::presented::Presented;
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

/// Refuses an assertion, so that nobody is taken for a public client who meant to prove more.
pub(super) fn read(
    _authorization: Option<&str>,
    parameters: &Parameters,
) -> Result<Option<Presented>, OAuthError> {
    let by_assertion = parameters.get("client_assertion").is_some()
        || parameters.get("client_assertion_type").is_some();
    if by_assertion {
        return Err(OAuthError::new(
            ErrorCode::InvalidClient,
            "Client assertions are not supported.",
        ));
    }
    Ok(None)
}
