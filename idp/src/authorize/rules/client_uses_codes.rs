//! The client is registered for authorization codes.

use crate::clients::{Client, GrantType};
use crate::errors::{ErrorCode, OAuthError};

pub(in crate::authorize) fn client_uses_codes(client: &Client) -> Result<(), OAuthError> {
    if client.may_use(GrantType::AuthorizationCode) {
        return Ok(());
    }
    Err(OAuthError::new(
        ErrorCode::UnauthorizedClient,
        "The client is not registered for authorization codes.",
    ))
}
