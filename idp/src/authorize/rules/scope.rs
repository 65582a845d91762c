//! `scope`: with `openid` it asks who somebody is, without it for what a resource server opens (RFC 6749 section 3.3).
//! What the client may not have is left out, and the token answer says so.

use crate::clients::{Client, Scope};
use crate::errors::OAuthError;
use crate::parameters::Parameters;
use crate::resources::Named;

pub(in crate::authorize) fn scope(
    parameters: &Parameters,
    client: &Client,
    named: &Named,
) -> Result<Scope, OAuthError> {
    named.askable(client, parameters.get("scope"))
}
