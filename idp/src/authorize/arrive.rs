//! Reading a request that arrives: as it is, pushed before by its client, or out of the park.

use super::acr::Acr;
use super::halt::Halt;
use super::request::{AuthorizationRequest, Known};
use super::target::Target;
use crate::app::App;
use crate::errors::OAuthError;
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking::{self, Waiting};
use crate::resources;

/// A request that passed every rule that needs no session.
pub(super) struct Arrived {
    pub(super) request: AuthorizationRequest,
    pub(super) parameters: Parameters,
    pub(super) waiting: Waiting,
    pub(super) network: Network,
}

/// Where a request is found: its parameters, and as what it waited.
pub(super) async fn find(app: &App, query: Parameters) -> Result<(Parameters, Waiting), Halt> {
    if let Some(id) = parking::resumed(&query) {
        let found = parking::find(app, id).await.map_err(Halt::Failed)?;
        return found.ok_or(Halt::Person(OAuthError::ANSWERED));
    }
    let Some(name) = query
        .get("request_uri")
        .filter(|uri| parking::is_pushed(uri))
    else {
        return Ok((query, Waiting::default()));
    };
    // Whatever else is in the query does not count (RFC 9126 section 4).
    let client_id = query
        .get("client_id")
        .filter(|_| !query.repeats("client_id") && !query.repeats("request_uri"));
    let Some(client_id) = client_id else {
        return Err(Halt::Person(OAuthError::invalid_request(
            "client_id is missing, or client_id or request_uri comes twice.",
        )));
    };
    let found = parking::find_pushed(app, client_id, name).await;
    let found = found.map_err(Halt::Failed)?;
    found.ok_or(Halt::Person(Waiting::NOT_FOUND))
}

/// Reads a request by all rules that need no session.
pub(super) async fn read(
    app: &App,
    network: Network,
    parameters: &Parameters,
    is_pushed: bool,
) -> Result<AuthorizationRequest, Halt> {
    let target = Target::prove(app, network, parameters)
        .await
        .map_err(Halt::unproven)?;
    let named = resources::find_named(app, &target.client, parameters.resources()).await;
    let (keyring, now) = (app.keys.current(), app.clock.now());
    let read_hint = |token: &str| keyring.read_hint(token, &app.config.base.issuer, now);
    let known = Known {
        named: named.map_err(Halt::Failed)?,
        read_hint: &read_hint,
        is_pushed,
        offered: Acr::offered(app.passkeys.is_some()),
    };
    AuthorizationRequest::read(target.clone(), parameters, known)
        .map_err(|error| Halt::proven(&target, error))
}
