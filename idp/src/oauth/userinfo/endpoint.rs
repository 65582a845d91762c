//! GET and POST of `/oauth/userinfo`.

use std::sync::Arc;

use poem::http::{Method, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::read_userinfo::read_userinfo;
use super::sign::UserinfoResponse;
use crate::app::App;
use crate::http::errors::{OAuthError, as_bearer_challenge, as_missing_token, as_proof_challenge};
use crate::http::parameters::{FormParameters, authorization, read_query};
use crate::oauth::tokens::{self, Scheme};

const NO_TOKEN: &str = "The access token is missing. Send it as Authorization: Bearer.";

/// Returns claims, or a challenge.
#[handler]
pub(crate) async fn userinfo(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let (scheme, token) = match presented(request, form) {
        Ok(Some(presented)) => presented,
        Ok(None) => return as_missing_token(NO_TOKEN),
        Err(error) => return as_bearer_challenge(error),
    };
    let response = match tokens::proven_key(&app, request, scheme, &token) {
        Ok(proven) => read_userinfo(&app, &token, proven.as_ref()).await,
        Err(stopped) => Err(stopped),
    };
    match response {
        Ok(UserinfoResponse::Plain(claims)) => {
            userinfo_response("application/json", claims.to_string())
        }
        Ok(UserinfoResponse::Signed(signed)) => userinfo_response("application/jwt", signed),
        Err(stopped) => match scheme {
            Scheme::Bearer => as_bearer_challenge(stopped.into_error()),
            Scheme::Dpop => as_proof_challenge(stopped.into_error()),
        },
    }
}

fn userinfo_response(content_type: &str, body: String) -> Response {
    Response::builder()
        .content_type(content_type)
        .header(header::CACHE_CONTROL, "no-store")
        .body(body)
}

/// Returns the token from the header or the form (RFC 6750 sections 2.1 and 2.2), but not from both. A token in the
/// query is refused (section 2.3), because logs and referrers would store it.
fn presented(
    request: &Request,
    form: FormParameters,
) -> Result<Option<(Scheme, String)>, OAuthError> {
    if read_query(request).get("access_token").is_some() {
        return Err(OAuthError::invalid_request(
            "An access token in the query is not accepted.",
        ));
    }
    let in_header = tokens::presented_token(authorization(request.headers()))?;
    let form = form.0.filter(|_| request.method() == Method::POST);
    let form = form.unwrap_or_default();
    if form.is_malformed() {
        return Err(OAuthError::invalid_request("A parameter comes twice."));
    }
    match (in_header, form.get("access_token")) {
        (Some(_), Some(_)) => Err(OAuthError::invalid_request(
            "The access token is presented by two methods; one is allowed.",
        )),
        (Some((scheme, token)), None) => Ok(Some((scheme, token.to_owned()))),
        (None, token) => Ok(token.map(|token| (Scheme::Bearer, token.to_owned()))),
    }
}
