//! `resource` (RFC 8707): whom the tokens are to be for; an unknown one refuses the request.

use crate::errors::OAuthError;
use crate::resources::Named;

/// The resources that are named, each as it is registered.
pub(in crate::authorize) fn resources(named: Option<Named>) -> Result<Named, OAuthError> {
    named.ok_or(OAuthError::unknown_resource())
}
