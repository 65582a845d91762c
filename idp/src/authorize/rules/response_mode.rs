//! `response_mode`, if there is one, is `query`.

use crate::errors::OAuthError;
use crate::parameters::Parameters;

pub(in crate::authorize) fn response_mode(parameters: &Parameters) -> Result<(), OAuthError> {
    match parameters.get("response_mode") {
        None | Some("query") => Ok(()),
        Some(_) => Err(OAuthError::invalid_request(
            "response_mode is not query, the only one that is supported.",
        )),
    }
}
