//! `resource` (RFC 8707): whom the tokens are to be for; one that the client may not name refuses the request.

use crate::clients::Client;
use crate::errors::{ErrorCode, OAuthError};
use crate::parameters::Parameters;

/// The resources that are named, each registered for the client, or the usual audience.
pub(in crate::authorize) fn resources(
    parameters: &Parameters,
    client: &Client,
    usual: &str,
) -> Result<Vec<String>, OAuthError> {
    let named = parameters.resources();
    let may_name = |one: &String| one == usual || client.resources.contains(one);
    if named.iter().all(may_name) {
        Ok(named.to_vec())
    } else {
        Err(OAuthError::new(
            ErrorCode::InvalidTarget,
            "resource is none that this client is registered for.",
        ))
    }
}
