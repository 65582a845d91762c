//! POST of `/oauth/register`; GET, PUT and DELETE of `/oauth/register/{client_id}`.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};
use serde_json::Value;

use super::guard::{RegistrationBody, bearer};
use super::manage::{self, RegistrationCredentials};
use super::register::{ClientRegistration, RegistrationError};
use super::response::{problems_document, registration_document};
use crate::app::App;
use crate::http::errors::{
    ErrorCode, OAuthError, TokenError, as_bearer_challenge, as_missing_token, error_document,
};
use crate::http::network::network_of;

const NO_INITIAL_TOKEN: &str = "Registration takes an initial access token: ask the operator for one and send it as Authorization: Bearer. A client whose client_id is the https address of its metadata document needs none, where discovery says client_id_metadata_document_supported.";
const NO_TOKEN: &str =
    "The registration access token is missing. Send it as Authorization: Bearer.";
const NO_SUCH_TOKEN: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "The token is unknown, used up, expired, or not for this registration. Ask the operator for an initial access token.",
);

/// Error for correct and wrong tokens alike, after too many wrong ones.
const TOO_MANY_WRONG_TOKENS: OAuthError = OAuthError::new(
    ErrorCode::InvalidToken,
    "Too many wrong tokens came from your network. Look at the token in your settings and try again in 15 minutes.",
);

const TOO_MANY_FETCHES: &str = "sector_identifier_uri cannot be asked: too many addresses were asked for your network, or at this host. Try again in a quarter of an hour.";

/// Registers a client.
#[handler]
pub(crate) async fn register(
    request: &Request,
    members: RegistrationBody,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(token) = bearer(request) else {
        return as_missing_token(NO_INITIAL_TOKEN);
    };
    let Some(members) = members.0 else {
        return not_an_object();
    };
    let network = network_of(&app, request);
    let done = super::register::register(&app, token, members, network).await;
    registration_response(&app, StatusCode::CREATED, done)
}

/// Returns a client's registration.
#[handler]
pub(crate) async fn read(
    request: &Request,
    client_id: Path<String>,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(credentials) = credentials(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    registration_response(&app, StatusCode::OK, manage::read(&app, credentials).await)
}

/// Replaces a client's registration.
#[handler]
pub(crate) async fn replace(
    request: &Request,
    client_id: Path<String>,
    members: RegistrationBody,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(credentials) = credentials(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    let Some(members) = members.0 else {
        return not_an_object();
    };
    let done = manage::replace(&app, credentials, members).await;
    registration_response(&app, StatusCode::OK, done)
}

/// Deletes a client's registration.
#[handler]
pub(crate) async fn remove(
    request: &Request,
    client_id: Path<String>,
    app: Data<&Arc<App>>,
) -> Response {
    let Some(credentials) = credentials(&app, request, &client_id) else {
        return as_missing_token(NO_TOKEN);
    };
    match manage::remove(&app, credentials).await {
        Ok(()) => Response::builder()
            .status(StatusCode::NO_CONTENT)
            .header(header::CACHE_CONTROL, "no-store")
            .finish(),
        Err(error) => error_response(error),
    }
}

fn credentials<'a>(
    app: &App,
    request: &'a Request,
    client_id: &'a str,
) -> Option<RegistrationCredentials<'a>> {
    Some(RegistrationCredentials {
        client_id,
        token: bearer(request)?,
        network: network_of(app, request),
    })
}

fn registration_response(
    app: &App,
    status: StatusCode,
    done: Result<ClientRegistration, RegistrationError>,
) -> Response {
    match done {
        Ok(registered) => json(
            status,
            &registration_document(&app.config.base.issuer, &registered),
        ),
        Err(error) => error_response(error),
    }
}

fn error_response(error: RegistrationError) -> Response {
    match error {
        RegistrationError::InvalidToken => as_bearer_challenge(NO_SUCH_TOKEN),
        RegistrationError::TooManyWrongTokens => as_bearer_challenge(TOO_MANY_WRONG_TOKENS),
        RegistrationError::Limited(wait) => {
            error_document(OAuthError::limited(TOO_MANY_FETCHES, wait))
        }
        RegistrationError::InvalidMetadata(problems) => {
            json(StatusCode::BAD_REQUEST, &problems_document(&problems))
        }
        RegistrationError::Failed(failure) => {
            error_document(TokenError::from(failure).into_error())
        }
    }
}

fn not_an_object() -> Response {
    let problem = "the body is no JSON object of at most 64 KiB that names each member once, sent as application/json";
    json(
        StatusCode::BAD_REQUEST,
        &problems_document(&[problem.to_owned()]),
    )
}

fn json(status: StatusCode, body: &Value) -> Response {
    Response::builder()
        .status(status)
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(body.to_string())
}
