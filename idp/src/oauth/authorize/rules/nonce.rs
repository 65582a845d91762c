//! `nonce` is stored for the ID token, with a bounded length.

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

const MAX_LENGTH: usize = 1024;

pub(in crate::oauth::authorize) fn nonce(
    parameters: &Parameters,
) -> Result<Option<String>, OAuthError> {
    match parameters.get("nonce") {
        Some(nonce) if nonce.len() > MAX_LENGTH => Err(OAuthError::invalid_request(
            "nonce is longer than 1,024 bytes.",
        )),
        nonce => Ok(nonce.map(ToOwned::to_owned)),
    }
}
