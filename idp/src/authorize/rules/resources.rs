//! `resource` (RFC 8707): whom the tokens are to be for; one that the client may not name refuses the request.

use crate::clients::Client;
use crate::errors::OAuthError;
use crate::parameters::Parameters;

/// The resources that are named, each as it is registered for the client, or the usual audience.
pub(in crate::authorize) fn resources(
    parameters: &Parameters,
    client: &Client,
    usual: &str,
) -> Result<Vec<String>, OAuthError> {
    client
        .named_resources(parameters.resources(), usual)
        .ok_or(OAuthError::unknown_resource())
}
