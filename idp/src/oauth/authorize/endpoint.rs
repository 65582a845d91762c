//! GET and POST of `/oauth/authorize`.

use std::sync::Arc;

use foundation::http::RequestId;
use poem::http::{Method, StatusCode, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::outcome::AuthorizeOutcome;
use super::page::outcome_response;
use super::proceed::proceed;
use super::receive::receive;
use crate::app::App;
use crate::http::errors::OAuthError;
use crate::http::network::network_of;
use crate::http::pages::failure_page;
use crate::http::parameters::{FormParameters, read_query};
use crate::session::sessions;

/// Processes a request as far as possible. A POST is stored and continues by GET, because browsers withhold our
/// `SameSite=Lax` cookies from a POST of another website.
#[handler]
pub(crate) async fn authorize(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let network = network_of(&app, request);
    let outcome = if request.method() == Method::POST {
        match form.0 {
            Some(form) => receive(&app, network, form).await,
            None => Ok(AuthorizeOutcome::Page(OAuthError::invalid_request(
                "The body is no application/x-www-form-urlencoded form of at most 64 KiB.",
            ))),
        }
    } else {
        let session = sessions::current_if_active(&app, request).await;
        proceed(&app, network, read_query(request), session).await
    };
    outcome
        .and_then(|outcome| outcome_response(&app, request.headers(), outcome))
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// Refuses HEAD, because a response would use up the request.
#[handler]
pub(crate) fn refuse_head() -> Response {
    Response::builder()
        .status(StatusCode::METHOD_NOT_ALLOWED)
        .header(header::ALLOW, "GET, POST")
        .finish()
}
