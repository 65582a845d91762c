//! `scope` holds `openid`; what the client may not have is left out, and the token answer says so.

use crate::clients::{Client, Scope};
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

pub(in crate::authorize) fn scope(
    parameters: &Parameters,
    client: &Client,
) -> Result<Scope, OAuthError> {
    let asked = Scope::parse(parameters.get("scope").unwrap_or_default())
        .filter(|asked| asked.contains("openid"))
        .ok_or(OAuthError::new(
            ErrorCode::InvalidScope,
            "scope is malformed or lacks openid.",
        ))?;
    Ok(client.grantable(&asked))
}
