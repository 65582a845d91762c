//! A client that registered `require_par` must push each request (RFC 9126 section 6).

use crate::http::errors::OAuthError;
use crate::protocol::clients::Client;

pub(in crate::oauth::authorize) fn pushed_where_required(
    client: &Client,
    is_pushed: bool,
) -> Result<(), OAuthError> {
    if is_pushed || !client.require_par {
        return Ok(());
    }
    Err(OAuthError::invalid_request(
        "The client has to push its requests to the pushed authorization request endpoint.",
    ))
}
