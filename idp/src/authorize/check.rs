//! Validation of a pushed request, by the same rules as a request from a browser.

use super::arrive::read;
use super::halt::AuthorizeError;
use crate::app::App;
use crate::errors::TokenError;
use crate::network::Network;
use crate::parameters::Parameters;

/// Checks every rule that needs no session (RFC 9126 section 2.1).
pub(crate) async fn check(
    app: &App,
    network: Network,
    parameters: &Parameters,
    is_signed: bool,
) -> Result<(), TokenError> {
    match read(app, network, parameters, (true, is_signed)).await {
        Ok(_) => Ok(()),
        Err(AuthorizeError::Person(error) | AuthorizeError::Stranger(error)) => Err(error.into()),
        Err(AuthorizeError::Client(_, stopped)) => Err(stopped),
        Err(AuthorizeError::Failed(failure)) => Err(failure.into()),
    }
}
