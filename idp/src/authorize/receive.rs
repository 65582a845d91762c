//! Receiving a request by POST: it is parked and goes on by GET.

use foundation::Failure;

use super::proceed::Outcome;
use super::target::Target;
use crate::app::App;
use crate::errors::Stopped;
use crate::parameters::Parameters;
use crate::parking::park;

/// Parks a request once its client and its address are proven; everything else is judged when it comes by GET.
pub(super) async fn receive(app: &App, parameters: Parameters) -> Result<Outcome, Failure> {
    let target = match Target::prove(app, &parameters).await {
        Ok(target) => target,
        Err(Stopped::Refused(error)) => return Ok(Outcome::Page(error)),
        Err(Stopped::Failed(failure)) => return Err(failure),
    };
    // Parking keeps each parameter once, so what comes twice has to be told now.
    if let Err(error) = super::rules::each_parameter_once(&parameters) {
        return Ok(Outcome::Redirect(
            target.with_error(&app.config.base.issuer, error),
        ));
    }
    match park(app, &parameters).await {
        Ok(parked) => Ok(Outcome::Redirect(parked.address())),
        Err(Stopped::Refused(error)) => Ok(Outcome::Redirect(
            target.with_error(&app.config.base.issuer, error),
        )),
        Err(Stopped::Failed(failure)) => Err(failure),
    }
}
