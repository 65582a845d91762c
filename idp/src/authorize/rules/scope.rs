//! `scope`: with `openid` it asks who somebody is, without it for what a resource server opens (RFC 6749 section 3.3).
//! What the client may not have is left out, and the token answer says so.

use crate::clients::{Client, Scope};
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

const NOTHING: OAuthError = OAuthError::new(
    ErrorCode::InvalidScope,
    "scope is malformed, or asks neither for openid nor for anything that the client may have.",
);

pub(in crate::authorize) fn scope(
    parameters: &Parameters,
    client: &Client,
) -> Result<Scope, OAuthError> {
    let asked = Scope::parse(parameters.get("scope").unwrap_or_default()).ok_or(NOTHING)?;
    let granted = client.grantable(&asked);
    if granted.contains("openid") {
        return Ok(granted);
    }
    // Words about a person open nothing without it.
    let granted = granted.filtered(|word| word == "offline_access" || !is_about_people(word));
    if granted.words().any(|word| word != "offline_access") {
        Ok(granted)
    } else {
        Err(NOTHING)
    }
}

fn is_about_people(word: &str) -> bool {
    Scope::OWN.contains(&word)
}
