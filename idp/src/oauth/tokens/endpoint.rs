//! POST of `/oauth/token`.

use std::sync::Arc;

use foundation::Failure;
use poem::http::header;
use poem::web::Data;
use poem::{Body, Request, Response, handler};

use super::Credentials;
use super::form::read_form;
use super::token::TokenResponse;
use super::token_request::handle_token_request;
use crate::app::App;
use crate::http::errors::{TokenError, as_json};
use crate::http::parameters::FormParameters;

/// Responds with tokens, or with an error document.
#[handler]
pub(crate) async fn token(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    respond(request, form, &app)
        .await
        .unwrap_or_else(|stopped| as_json(request, stopped.into_error()))
}

async fn respond(
    request: &Request,
    form: FormParameters,
    app: &App,
) -> Result<Response, TokenError> {
    let parameters = read_form(form)?;
    let credentials = Credentials::read(app, request);
    let tokens = handle_token_request(app, &credentials, &parameters).await?;
    Ok(document(&tokens)?)
}

/// Forbids caches to store the response (RFC 6749 section 5.1).
fn document(tokens: &TokenResponse) -> Result<Response, Failure> {
    let body = Body::from_json(tokens)
        .map_err(|error| Failure::broken("writing a token response", error))?;
    Ok(Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(body))
}
