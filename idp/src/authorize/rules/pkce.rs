//! PKCE (RFC 7636): S256 only, and demanded of every client but a confidential one that was let off.

use crate::clients::Client;
use crate::codes::Challenge;
use crate::errors::OAuthError;
use crate::parameters::Parameters;

pub(in crate::authorize) fn pkce(
    parameters: &Parameters,
    client: &Client,
) -> Result<Option<Challenge>, OAuthError> {
    let method = parameters.get("code_challenge_method");
    let Some(challenge) = parameters.get("code_challenge") else {
        return if client.needs_pkce() || method.is_some() {
            Err(OAuthError::invalid_request("code_challenge is missing."))
        } else {
            Ok(None)
        };
    };
    // Section 4.3: without a method it would be plain, which protects nobody.
    if method != Some("S256") {
        return Err(OAuthError::invalid_request(
            "code_challenge_method is not S256, the only one that is supported.",
        ));
    }
    Challenge::parse(challenge)
        .map(Some)
        .ok_or(OAuthError::invalid_request(
            "code_challenge is not 43 characters of URL-safe base64.",
        ))
}
