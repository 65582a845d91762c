//! Reads the PKCE challenge (RFC 7636): S256 only, required of public clients and of clients that registered `require_pkce`.

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::protocol::authorization_codes::Challenge;
use crate::protocol::clients::Client;

const WITHOUT_CHALLENGE: &str = "code_challenge is missing, though code_challenge_method was sent.";
const NEEDED_OF_PUBLIC: &str =
    "code_challenge is missing. A client without a secret has to use PKCE with S256.";
const NEEDED_AS_REGISTERED: &str = "code_challenge is missing. This client is registered with require_pkce and has to use PKCE with S256.";

/// Returns the challenge, or `None` for a confidential client that uses no PKCE (RFC 9700 section 2.1.1).
pub(in crate::oauth::authorize) fn pkce(
    parameters: &Parameters,
    client: &Client,
) -> Result<Option<Challenge>, OAuthError> {
    let method = parameters.get("code_challenge_method");
    let Some(challenge) = parameters.get("code_challenge") else {
        return if method.is_some() {
            Err(OAuthError::invalid_request(WITHOUT_CHALLENGE))
        } else if client.is_public() {
            Err(OAuthError::invalid_request(NEEDED_OF_PUBLIC))
        } else if client.require_pkce {
            Err(OAuthError::invalid_request(NEEDED_AS_REGISTERED))
        } else {
            Ok(None)
        };
    };
    // Section 4.3: without a method it would be plain, which protects no client.
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
