//! Receiving a request by POST: the server stores it and continues by GET.

use foundation::Failure;

use super::error::AuthorizeError;
use super::outcome::AuthorizeOutcome;
use super::received::open;
use super::rules;
use super::target::ResponseTarget;
use crate::app::App;
use crate::http::errors::{TokenError, with_parameters};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::protocol::pending_requests::{self, RequestStorage, store_request};

/// Stores a request once its client and redirect URI are validated; the GET checks all other rules.
pub(super) async fn receive(
    app: &App,
    network: Network,
    parameters: Parameters,
) -> Result<AuthorizeOutcome, Failure> {
    if let Some(address) = pushed_request_url(&parameters) {
        return Ok(AuthorizeOutcome::Redirect(address));
    }
    let (parameters, is_signed) = match open(app, network, parameters).await {
        Ok(opened) => opened,
        Err(error) => return error.outcome(app, &RequestStorage::default()).await,
    };
    let parked = match ResponseTarget::prove(app, network, &parameters).await {
        Ok(target) => store_validated(app, &target, &parameters, is_signed, network)
            .await
            .map_err(|stopped| AuthorizeError::validated(&target, stopped)),
        Err(stopped) => Err(AuthorizeError::unvalidated(stopped)),
    };
    match parked {
        Ok(address) => Ok(AuthorizeOutcome::Redirect(address)),
        Err(error) => error.outcome(app, &RequestStorage::default()).await,
    }
}

async fn store_validated(
    app: &App,
    target: &ResponseTarget,
    parameters: &Parameters,
    is_signed: bool,
    network: Network,
) -> Result<String, TokenError> {
    // The server does not check the signature of a pending request again.
    rules::signed_where_required(&target.client, is_signed)?;
    // Storing keeps each parameter once, so repeated ones must be refused now.
    rules::each_parameter_once(parameters)?;
    Ok(store_request(app, parameters, None, network)
        .await?
        .address())
}

/// Returns the URL at which a pushed request continues, which is stored already.
fn pushed_request_url(parameters: &Parameters) -> Option<String> {
    let name = parameters
        .get("request_uri")
        .filter(|uri| pending_requests::is_pushed(uri))?;
    let mut pairs = vec![("request_uri", name)];
    let client_id = parameters.get("client_id").map(|id| ("client_id", id));
    pairs.extend(client_id);
    Some(with_parameters("/oauth/authorize", &pairs))
}
