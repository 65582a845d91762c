//! Validation of a pushed request, by the same rules as a request from a browser.

use super::arrive::read;
use super::halt::Halt;
use crate::app::App;
use crate::errors::Stopped;
use crate::network::Network;
use crate::parameters::Parameters;

/// Checks every rule that needs no session (RFC 9126 section 2.1).
pub(crate) async fn check(
    app: &App,
    network: Network,
    parameters: &Parameters,
    is_signed: bool,
) -> Result<(), Stopped> {
    match read(app, network, parameters, (true, is_signed)).await {
        Ok(_) => Ok(()),
        Err(Halt::Person(error) | Halt::Stranger(error)) => Err(error.into()),
        Err(Halt::Client(_, stopped)) => Err(stopped),
        Err(Halt::Failed(failure)) => Err(failure.into()),
    }
}
