//! Validation of a pushed request, by the same rules as a request from a browser.

use super::error::AuthorizeError;
use super::received::{RequestRoute, check_request};
use crate::app::App;
use crate::http::errors::TokenError;
use crate::http::network::Network;
use crate::http::parameters::Parameters;

/// Checks every rule that needs no session (RFC 9126 section 2.1).
pub(crate) async fn check(
    app: &App,
    network: Network,
    parameters: &Parameters,
    is_signed: bool,
) -> Result<(), TokenError> {
    let route = RequestRoute {
        is_pushed: true,
        is_signed,
    };
    match check_request(app, network, parameters, route).await {
        Ok(_) => Ok(()),
        Err(AuthorizeError::User(error) | AuthorizeError::Unvouched(error)) => Err(error.into()),
        Err(AuthorizeError::Client(_, error)) => Err(error),
        Err(AuthorizeError::Failed(failure)) => Err(failure.into()),
    }
}
