//! `response_mode` is `query` or `form_post`, if present; no response is ever put into a fragment.

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::oauth::authorize::delivery::{ResponseMode, origin_of};

pub(in crate::oauth::authorize) fn response_mode(
    parameters: &Parameters,
    redirect_uri: &str,
) -> Result<(), OAuthError> {
    match parameters.get("response_mode").map(ResponseMode::from_name) {
        None | Some(Some(ResponseMode::Query)) => Ok(()),
        Some(Some(ResponseMode::FormPost)) if origin_of(redirect_uri).is_some() => Ok(()),
        Some(Some(ResponseMode::FormPost)) => Err(OAuthError::invalid_request(
            "response_mode is form_post, but redirect_uri is no http or https address.",
        )),
        Some(None) => Err(OAuthError::invalid_request(
            "response_mode is neither query nor form_post.",
        )),
    }
}
