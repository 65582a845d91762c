//! Receiving a request by POST: the server stores it and continues by GET.

use foundation::Failure;

use super::arrive::open;
use super::halt::AuthorizeError;
use super::proceed::AuthorizeOutcome;
use super::rules;
use super::target::ResponseTarget;
use crate::app::App;
use crate::errors::{TokenError, with_parameters};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking::{self, Waiting, park};

/// Stores a request once its client and redirect URI are validated; the GET checks all other rules.
pub(super) async fn receive(
    app: &App,
    network: Network,
    parameters: Parameters,
) -> Result<AuthorizeOutcome, Failure> {
    if let Some(address) = by_name(&parameters) {
        return Ok(AuthorizeOutcome::Go(address));
    }
    let (parameters, is_signed) = match open(app, network, parameters).await {
        Ok(opened) => opened,
        Err(halt) => return halt.outcome(app, &Waiting::default()).await,
    };
    let parked = match ResponseTarget::prove(app, network, &parameters).await {
        Ok(target) => park_proven(app, &target, (&parameters, is_signed), network)
            .await
            .map_err(|stopped| AuthorizeError::proven(&target, stopped)),
        Err(stopped) => Err(AuthorizeError::unproven(stopped)),
    };
    match parked {
        Ok(address) => Ok(AuthorizeOutcome::Go(address)),
        Err(halt) => halt.outcome(app, &Waiting::default()).await,
    }
}

async fn park_proven(
    app: &App,
    target: &ResponseTarget,
    (parameters, is_signed): (&Parameters, bool),
    network: Network,
) -> Result<String, TokenError> {
    // The server does not check the signature of a pending request again.
    rules::signed_where_required(&target.client, is_signed)?;
    // Storing keeps each parameter once, so repeated ones must be refused now.
    rules::each_parameter_once(parameters)?;
    Ok(park(app, parameters, None, network).await?.address())
}

/// Returns the URL at which a pushed request continues, which is stored already.
fn by_name(parameters: &Parameters) -> Option<String> {
    let name = parameters
        .get("request_uri")
        .filter(|uri| parking::is_pushed(uri))?;
    let mut pairs = vec![("request_uri", name)];
    let client_id = parameters.get("client_id").map(|id| ("client_id", id));
    pairs.extend(client_id);
    Some(with_parameters("/oauth/authorize", &pairs))
}
