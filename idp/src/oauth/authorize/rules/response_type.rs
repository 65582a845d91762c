//! `response_type` is `code`: no token ever travels in a URL (RFC 9700 section 2.1.2).

use crate::http::errors::{ErrorCode, OAuthError};
use crate::http::parameters::Parameters;

pub(in crate::oauth::authorize) fn response_type(
    parameters: &Parameters,
) -> Result<(), OAuthError> {
    if parameters.get("response_type") == Some("code") {
        return Ok(());
    }
    Err(OAuthError::new(
        ErrorCode::UnsupportedResponseType,
        "response_type is not code, the only one that is supported.",
    ))
}
