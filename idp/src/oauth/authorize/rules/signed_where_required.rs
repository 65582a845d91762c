//! A client that registered so must sign each request (RFC 9101 section 10.5).

use crate::http::errors::OAuthError;
use crate::protocol::clients::Client;

pub(in crate::oauth::authorize) fn signed_where_required(
    client: &Client,
    is_signed: bool,
) -> Result<(), OAuthError> {
    if is_signed || !client.require_request_object {
        return Ok(());
    }
    Err(OAuthError::invalid_request(
        "The client has to send its request as a signed request object (RFC 9101).",
    ))
}
