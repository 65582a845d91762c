//! `scope`: with `openid` it asks who somebody is, without it for what a resource server opens (RFC 6749 section 3.3).
//! What the client may not have is left out, and the token answer says so.

use crate::clients::{Client, Scope};
use crate::errors::OAuthError;
use crate::parameters::Parameters;

pub(in crate::authorize) fn scope(
    parameters: &Parameters,
    client: &Client,
) -> Result<Scope, OAuthError> {
    Scope::parse(parameters.get("scope").unwrap_or_default())
        .and_then(|asked| client.askable(&asked))
        .ok_or(OAuthError::nothing_to_ask())
}
