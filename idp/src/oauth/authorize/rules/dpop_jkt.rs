//! `dpop_jkt` names the key that will bind the code, by its thumbprint (RFC 9449 section 10).

use foundation::dpop::is_thumbprint;

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

pub(in crate::oauth::authorize) fn dpop_jkt(
    parameters: &Parameters,
) -> Result<Option<String>, OAuthError> {
    match parameters.get("dpop_jkt") {
        Some(text) if !is_thumbprint(text) => Err(OAuthError::invalid_request(
            "dpop_jkt is no thumbprint: 43 characters of URL-safe base64.",
        )),
        thumbprint => Ok(thumbprint.map(ToOwned::to_owned)),
    }
}
