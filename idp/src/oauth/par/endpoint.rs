//! POST of `/oauth/par`.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::Data;
use poem::{Body, Request, Response, handler};
use serde_json::json;

use super::push::push;
use crate::app::App;
use crate::http::errors::{TokenError, as_json};
use crate::http::parameters::FormParameters;
use crate::oauth::tokens::{Credentials, read_form};
use crate::protocol::pending_requests::PUSHED_LIFETIME;

/// Returns the `request_uri` and its lifetime (RFC 9126 section 2.2), or an error document.
#[handler]
pub(crate) async fn pushed(
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
    let name = push(app, &Credentials::read(app, request), parameters).await?;
    let body = json!({ "request_uri": name, "expires_in": PUSHED_LIFETIME.as_secs() });
    Ok(Response::builder()
        .status(StatusCode::CREATED)
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from_string(body.to_string())))
}
