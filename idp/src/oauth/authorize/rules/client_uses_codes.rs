//! The client is registered for authorization codes.

use crate::http::errors::{ErrorCode, OAuthError};
use crate::protocol::clients::{Client, GrantType};

pub(in crate::oauth::authorize) fn client_uses_codes(client: &Client) -> Result<(), OAuthError> {
    if client.may_use(GrantType::AuthorizationCode) {
        return Ok(());
    }
    Err(OAuthError::new(
        ErrorCode::UnauthorizedClient,
        "The client is not registered for authorization codes.",
    ))
}
