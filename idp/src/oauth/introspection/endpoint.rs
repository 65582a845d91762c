//! POST of `/oauth/introspect`.

use std::sync::Arc;

use poem::http::header;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::introspect::introspect;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError, as_json};
use crate::http::parameters::FormParameters;
use crate::oauth::tokens::{Credentials, authenticate, has_refresh_hint, read_form, token_of};

const UNAUTHENTICATED_CLIENT: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "Introspection is for clients that prove themselves.",
);

/// Returns the state of a token, or an error document.
#[handler]
pub(crate) async fn introspection_endpoint(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    match introspection_body(&app, request, form).await {
        Ok(body) => Response::builder()
            .content_type("application/json")
            .header(header::CACHE_CONTROL, "no-store")
            .body(body),
        Err(stopped) => as_json(request, stopped.into_error()),
    }
}

async fn introspection_body(
    app: &App,
    request: &Request,
    form: FormParameters,
) -> Result<String, TokenError> {
    let parameters = read_form(form)?;
    let client = authenticate(app, &Credentials::read(app, request), &parameters).await?;
    if client.is_public() {
        return Err(UNAUTHENTICATED_CLIENT.into());
    }
    let token = token_of(&parameters)?;
    Ok(introspect(app, &client, token, has_refresh_hint(&parameters)).await?)
}
