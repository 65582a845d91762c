//! POST of `/oauth/token`.

use std::sync::Arc;

use foundation::Failure;
use poem::http::header;
use poem::web::Data;
use poem::{Body, Request, Response, handler};

use super::Credentials;
use super::exchange::exchange;
use super::form::read_form;
use super::token::TokenAnswer;
use crate::app::App;
use crate::errors::{TokenError, as_json};
use crate::parameters::Form;

/// Responds with tokens, or with an error document.
#[handler]
pub(crate) async fn token(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    answer(request, form, &app)
        .await
        .unwrap_or_else(|stopped| as_json(request, stopped.into_error()))
}

async fn answer(request: &Request, form: Form, app: &App) -> Result<Response, TokenError> {
    let parameters = read_form(form)?;
    let credentials = Credentials::of(app, request);
    let tokens = exchange(app, &credentials, &parameters).await?;
    Ok(document(&tokens)?)
}

/// Forbids caches to store the response (RFC 6749 section 5.1).
fn document(tokens: &TokenAnswer) -> Result<Response, Failure> {
    let body = Body::from_json(tokens)
        .map_err(|error| Failure::broken("writing a token answer", error))?;
    Ok(Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(body))
}
