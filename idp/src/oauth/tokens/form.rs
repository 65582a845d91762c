//! Reading the form of a request to a token endpoint.

use crate::http::errors::OAuthError;
use crate::http::parameters::{FormParameters, Parameters};

/// Returns the parameters of a form, each of which must occur once.
pub(crate) fn read_form(form: FormParameters) -> Result<Parameters, OAuthError> {
    let parameters = form.0.ok_or(OAuthError::invalid_request(
        "The body is no application/x-www-form-urlencoded form of at most 64 KiB.",
    ))?;
    if parameters.is_malformed() {
        return Err(OAuthError::invalid_request(
            "A parameter comes twice or holds a NUL.",
        ));
    }
    Ok(parameters)
}

/// Returns the `token` parameter (RFC 7662 section 2.1, RFC 7009 section 2.1).
pub(crate) fn token_of(parameters: &Parameters) -> Result<&str, OAuthError> {
    parameters
        .get("token")
        .ok_or(OAuthError::invalid_request("token is missing."))
}

/// Returns true if the hint says refresh token, which the server then looks up first. Every token is found with any
/// hint.
pub(crate) fn has_refresh_hint(parameters: &Parameters) -> bool {
    parameters.get("token_type_hint") == Some("refresh_token")
}
