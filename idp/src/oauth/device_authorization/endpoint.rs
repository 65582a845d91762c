//! POST of `/oauth/device_authorization`.

use std::sync::Arc;

use poem::http::header;
use poem::web::Data;
use poem::{Body, Request, Response, handler};
use serde_json::json;

use super::ask::request_device;
use crate::app::App;
use crate::http::errors::{TokenError, as_json};
use crate::http::network::network_of;
use crate::http::parameters::FormParameters;
use crate::oauth::devices::{FIRST_INTERVAL, LIFETIME, UserCode};
use crate::oauth::tokens::{Credentials, read_form};

/// Returns a device code and a user code, or an error document.
#[handler]
pub(crate) async fn begin(
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
    let network = network_of(app, request);
    let (device_code, user_code) = request_device(app, &credentials, &parameters, network).await?;
    Ok(document(app, &device_code, &user_code))
}

fn document(app: &App, device_code: &str, user_code: &UserCode) -> Response {
    let page = format!("{}/oauth/device", app.config.base.issuer);
    let body = json!({
        "device_code": device_code,
        "user_code": user_code.to_string(),
        "verification_uri_complete": format!("{page}?user_code={user_code}"),
        "verification_uri": page,
        "expires_in": LIFETIME.as_secs(),
        "interval": FIRST_INTERVAL,
    });
    Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::PRAGMA, "no-cache")
        .body(Body::from_string(body.to_string()))
}
