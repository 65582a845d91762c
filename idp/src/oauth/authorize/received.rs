//! Reading an incoming request: from the query, from a pushed request, or from a pending request.

use super::acr::Acr;
use super::error::AuthorizeError;
use super::request::{AuthorizationRequest, RequestContext};
use super::target::ResponseTarget;
use crate::app::App;
use crate::http::errors::OAuthError;
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::oauth::request_objects;
use crate::protocol::pending_requests::{self, RequestStorage};
use crate::protocol::resources;

/// A request that passed every rule that needs no session.
pub(super) struct ReceivedRequest {
    pub(super) request: AuthorizationRequest,
    pub(super) parameters: Parameters,
    pub(super) waiting: RequestStorage,
    /// True if the client signed the parameters; a browser must not send them back as a plain query.
    pub(super) is_signed: bool,
    pub(super) network: Network,
}

/// Route by which a request reached the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestRoute {
    /// True if the client pushed the request.
    pub(super) is_pushed: bool,
    /// True if the client signed the request, or it is pending because it passed that rule before.
    pub(super) is_signed: bool,
}

/// A request before any rule is checked.
pub(super) struct RawRequest {
    pub(super) parameters: Parameters,
    pub(super) waiting: RequestStorage,
    pub(super) is_signed: bool,
}

impl RawRequest {
    fn from_pending(parameters: Parameters, waiting: RequestStorage) -> Self {
        Self {
            parameters,
            waiting,
            is_signed: false,
        }
    }
}

/// Finds a request: in the query, in a request object, pushed before, or pending.
pub(super) async fn find_raw(
    app: &App,
    network: Network,
    query: Parameters,
) -> Result<RawRequest, AuthorizeError> {
    if let Some(id) = pending_requests::resumed_id(&query) {
        let found = pending_requests::find(app, id)
            .await
            .map_err(AuthorizeError::Failed)?;
        let found = found.ok_or(AuthorizeError::User(OAuthError::COMPLETED))?;
        return Ok(RawRequest::from_pending(found.0, found.1));
    }
    let Some(name) = query
        .get("request_uri")
        .filter(|uri| pending_requests::is_pushed(uri))
    else {
        let (parameters, is_signed) = open(app, network, query).await?;
        return Ok(RawRequest {
            parameters,
            waiting: RequestStorage::default(),
            is_signed,
        });
    };
    // All other parameters of the query are ignored (RFC 9126 section 4).
    let client_id = query
        .get("client_id")
        .filter(|_| !query.repeats("client_id") && !query.repeats("request_uri"));
    let Some(client_id) = client_id else {
        return Err(AuthorizeError::User(OAuthError::invalid_request(
            "client_id is missing, or client_id or request_uri comes twice.",
        )));
    };
    let found = pending_requests::find_pushed(app, client_id, name).await;
    let found = found.map_err(AuthorizeError::Failed)?;
    let found = found.ok_or(AuthorizeError::User(RequestStorage::NOT_FOUND))?;
    Ok(RawRequest::from_pending(found.0, found.1))
}

/// Replaces the parameters of a request with those of its signed request object, if there is one.
pub(super) async fn open(
    app: &App,
    network: Network,
    parameters: Parameters,
) -> Result<(Parameters, bool), AuthorizeError> {
    let stopped = match request_objects::open(app, network, &parameters).await {
        Ok(None) => return Ok((parameters, false)),
        Ok(Some(signed)) => return Ok((signed, true)),
        Err(stopped) => stopped,
    };
    let requested = request_objects::claimed(parameters);
    Err(
        match ResponseTarget::prove(app, network, &requested).await {
            Ok(target) => AuthorizeError::validated(&target, stopped),
            Err(unproven) => AuthorizeError::unvalidated(unproven),
        },
    )
}

/// Checks a request by all rules that need no session.
pub(super) async fn check_request(
    app: &App,
    network: Network,
    parameters: &Parameters,
    route: RequestRoute,
) -> Result<AuthorizationRequest, AuthorizeError> {
    let target = ResponseTarget::prove(app, network, parameters)
        .await
        .map_err(AuthorizeError::unvalidated)?;
    let named = resources::find_requested(app, &target.client, parameters.resources()).await;
    let (keyring, now) = (app.keys.current(), app.clock.now());
    let read_hint = |token: &str| keyring.read_hint(token, &app.config.base.issuer, now);
    let context = RequestContext {
        named: named.map_err(AuthorizeError::Failed)?,
        read_hint: &read_hint,
        is_pushed: route.is_pushed,
        is_signed: route.is_signed,
        offered: Acr::offered(app.passkeys.is_some()),
    };
    AuthorizationRequest::read(target.clone(), parameters, context)
        .map_err(|error| AuthorizeError::validated(&target, error))
}
