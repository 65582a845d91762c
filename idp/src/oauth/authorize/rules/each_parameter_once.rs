//! No parameter occurs twice (RFC 6749 section 3.1), and none holds a NUL.

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

pub(in crate::oauth::authorize) fn each_parameter_once(
    parameters: &Parameters,
) -> Result<(), OAuthError> {
    if parameters.is_malformed() {
        return Err(OAuthError::invalid_request(
            "A parameter comes twice or holds a NUL.",
        ));
    }
    Ok(())
}
