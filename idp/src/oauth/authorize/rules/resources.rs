//! `resource` (RFC 8707) names the audience of the tokens; an unknown one is refused.

use crate::http::errors::OAuthError;
use crate::protocol::resources::RequestedResources;

/// Returns the named resources, each as it is registered.
pub(in crate::oauth::authorize) fn resources(
    named: Option<RequestedResources>,
) -> Result<RequestedResources, OAuthError> {
    named.ok_or(OAuthError::unknown_resource())
}
