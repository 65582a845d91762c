//! POST of `/oauth/register`; GET, PUT and DELETE of `/oauth/register/{client_id}`.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};
use serde_json::Value;

use super::answer::{document, refusal};
use super::guard::{Said, bearer};
use super::manage::{self, Holder};
use super::register::{Registered, Stop};
use crate::app::App;
use crate::errors::{
    ErrorCode, OAuthError, TokenError, as_bearer_challenge, as_missing_token, error_document,
};
use crate::network::network_of;

const NO_INITIAL_TOKEN: &str = "Registration takes an initial access token: ask the operator for one and send it as Authorization: Bearer. A client whose client_id is the https address of its metadata document needs none, where discovery says client_id_metadata_document_supported.";
const NO_TOKEN: &str =
    "The registration access token is missing. Send it as Authorization: Bearer.";
const NO_SUCH_TOKEN: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The token is unknown, used up, expired, or not for this registration. Ask the operator for an initial access token.",
);

/// Error for correct and wrong tokens alike, after too many wrong ones.
const CLOSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "Too many wrong tokens came from your network. Look at the token in your settings and try again in 15 minutes.",
);

const TOO_MANY: &str = "sector_identifier_uri cannot be asked: too many addresses were asked for your network, or at this host. Try again in a quarter of an hour.";

/// Registers a client.
#[handler]
pub(crate) async fn register(request: &Request, said: Said, app: Data<&Arc<App>>) -> Response {
    let Some(token) = bearer(request) else {
        return as_missing_token(NO_INITIAL_TOKEN);
    };
    let Some(said) = said.0 else {
        return no_object();
    };
    let network = network_of(&app, request);
    let done = super::register::register(&app, token, said, network).await;
    answered(&app, StatusCode::CREATED, done)
}

/// Returns a client's registration.
#[handler]
pub(crate) async fn look(
    request: &Request,
    client_id: Path<String>,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(holder) = holder(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    answered(&app, StatusCode::OK, manage::look(&app, holder).await)
}

/// Replaces a client's registration.
#[handler]
pub(crate) async fn replace(
    request: &Request,
    client_id: Path<String>,
    said: Said,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(holder) = holder(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    let Some(said) = said.0 else {
        return no_object();
    };
    let done = manage::replace(&app, holder, said).await;
    answered(&app, StatusCode::OK, done)
}

/// Deletes a client's registration.
#[handler]
pub(crate) async fn remove(
    request: &Request,
    client_id: Path<String>,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(holder) = holder(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    match manage::remove(&app, holder).await {
        Ok(()) => Response::builder()
            .status(StatusCode::NO_CONTENT)
            .header(header::CACHE_CONTROL, "no-store")
            .finish(),
        Err(stop) => stopped(stop),
    }
}

fn holder<'a>(app: &App, request: &'a Request, client_id: &'a str) -> Option<Holder<'a>> {
    Some(Holder {
        client_id,
        token: bearer(request)?,
        network: network_of(app, request),
    })
}

fn answered(app: &App, status: StatusCode, done: Result<Registered, Stop>) -> Response {
    match done {
        Ok(registered) => json(status, &document(&app.config.base.issuer, &registered)),
        Err(stop) => stopped(stop),
    }
}

fn stopped(stop: Stop) -> Response {
    match stop {
        Stop::Token => as_bearer_challenge(NO_SUCH_TOKEN),
        Stop::Closed => as_bearer_challenge(CLOSED),
        Stop::Limited(wait) => error_document(OAuthError::limited(TOO_MANY, wait)),
        Stop::Metadata(problems) => json(StatusCode::BAD_REQUEST, &refusal(&problems)),
        Stop::Failed(failure) => error_document(TokenError::from(failure).into_error()),
    }
}

fn no_object() -> Response {
    let problem = "the body is no JSON object of at most 64 KiB that names each member once, sent as application/json";
    json(StatusCode::BAD_REQUEST, &refusal(&[problem.to_owned()]))
}

fn json(status: StatusCode, body: &Value) -> Response {
    Response::builder()
        .status(status)
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(body.to_string())
}
