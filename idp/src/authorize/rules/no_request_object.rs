//! Request objects are refused by name (OpenID Connect Core section 3.1.2.6): ignoring one would change its meaning.
//! Nothing is ever fetched.

use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

pub(in crate::authorize) fn no_request_object(parameters: &Parameters) -> Result<(), OAuthError> {
    if parameters.get("request").is_some() {
        return Err(OAuthError::new(
            ErrorCode::RequestNotSupported,
            "The parameter request is not supported.",
        ));
    }
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::new(
            ErrorCode::RequestUriNotSupported,
            "The parameter request_uri is not supported.",
        ));
    }
    Ok(())
}
