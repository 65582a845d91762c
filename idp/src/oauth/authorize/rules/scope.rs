//! `scope`: with `openid` it requests the user's identity, without it access to a resource server (RFC 6749 section
//! 3.3). Scopes that the client may not have are left out, and the token response says so.

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::protocol::clients::{Client, Scope};
use crate::protocol::resources::RequestedResources;

pub(in crate::oauth::authorize) fn scope(
    parameters: &Parameters,
    client: &Client,
    named: &RequestedResources,
) -> Result<Scope, OAuthError> {
    named.requested_scope(client, parameters.get("scope"))
}
