//! `claims` is a JSON object of a bounded size and depth (OpenID Connect Core section 5.5).

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::protocol::claims::ClaimsRequest;

pub(in crate::oauth::authorize) fn claims(
    parameters: &Parameters,
) -> Result<ClaimsRequest, OAuthError> {
    let Some(text) = parameters.get("claims") else {
        return Ok(ClaimsRequest::default());
    };
    ClaimsRequest::parse(text).ok_or(OAuthError::invalid_request(
        "claims is not a JSON object of at most 8 KiB and five levels, with null or an object for each claim.",
    ))
}
