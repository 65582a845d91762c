//! GET and POST of `/oauth/userinfo`.

use std::sync::Arc;

use poem::http::{Method, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::tell::tell;
use crate::app::App;
use crate::errors::{OAuthError, Stopped, as_bearer_challenge};
use crate::parameters::{Form, authorization, read_query};
use crate::tokens;

/// Answers with claims, or with a challenge.
#[handler]
pub(crate) async fn userinfo(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let token = match presented(request, form) {
        Ok(Some(token)) => token,
        Ok(None) => return as_bearer_challenge(None),
        Err(error) => return as_bearer_challenge(Some(error)),
    };
    match tell(&app, &token).await {
        Ok(claims) => Response::builder()
            .content_type("application/json")
            .header(header::CACHE_CONTROL, "no-store")
            .body(claims.to_string()),
        Err(stopped) => as_bearer_challenge(Some(Stopped::told(stopped))),
    }
}

/// The token of the header or of a form body (RFC 6750 sections 2.1 and 2.2), by one of them only, and never of
/// the query (section 2.3), where logs and referrers would keep it.
fn presented(request: &Request, form: Form) -> Result<Option<String>, OAuthError> {
    if read_query(request).get("access_token").is_some() {
        return Err(OAuthError::invalid_request(
            "An access token in the query is not accepted.",
        ));
    }
    let in_header = tokens::presented(authorization(request.headers()))?.map(ToOwned::to_owned);
    let form = form.0.filter(|_| request.method() == Method::POST);
    let form = form.unwrap_or_default();
    if form.is_malformed() {
        return Err(OAuthError::invalid_request("A parameter comes twice."));
    }
    match (in_header, form.get("access_token")) {
        (Some(_), Some(_)) => Err(OAuthError::invalid_request(
            "The access token is presented by two methods; one is allowed.",
        )),
        (Some(token), None) => Ok(Some(token)),
        (None, token) => Ok(token.map(ToOwned::to_owned)),
    }
}
