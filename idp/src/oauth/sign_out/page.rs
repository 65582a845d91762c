//! GET and POST of `/oauth/logout`, and the POST of its confirmation.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{Method, StatusCode};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::end::end;
use super::logout_request::{SignOutRequest, SignOutStep};
use crate::app::App;
use crate::http::cookies::opens_a_page;
use crate::http::errors::redirect;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, failure_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::session::sessions;
use crate::sign_in::auth_api::csrf;

/// Maximum length of the query that a posted form becomes, in bytes.
const MAX_QUERY: usize = 8 * 1024;
/// Parameters that the page's form sends again, so that the server can check the request again.
const HINT_PARAMETERS: [&str; 4] = [
    "id_token_hint",
    "client_id",
    "post_logout_redirect_uri",
    "state",
];

#[derive(Template)]
#[template(path = "sign_out.html")]
struct AskPage<'a> {
    csrf_token: &'a str,
    kept: &'a [(&'a str, &'a str)],
}

#[derive(Template)]
#[template(path = "signed_out.html")]
struct DonePage;

/// Ends the session if the client's hint matches it and no foreign redirect URI is named; otherwise asks the user,
/// because any website can send a browser here (attack A26). A POST is redirected to GET, because browsers withhold the
/// `SameSite=Lax` cookies from another website's POST.
#[handler]
pub(crate) async fn sign_out(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    if request.method() == Method::POST {
        let form = form.0.unwrap_or_default();
        let query = form.only(&HINT_PARAMETERS).to_query();
        let is_taken = !form.is_malformed() && query.len() <= MAX_QUERY;
        let query = if is_taken { query } else { String::new() };
        return redirect(&format!("/oauth/logout?{query}"));
    }
    let shown = respond(&app, request, &read_query(request)).await;
    shown.unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

async fn respond(
    app: &App,
    request: &Request,
    parameters: &Parameters,
) -> Result<Response, Failure> {
    let session = sessions::current(app, request).await?;
    let logout =
        SignOutRequest::read(app, parameters, session.as_ref(), network_of(app, request)).await?;
    let opens_a_page = opens_a_page(request.method(), request.headers());
    match logout.step(session.as_ref(), opens_a_page) {
        SignOutStep::End => end_session(app, request, &logout).await,
        SignOutStep::Ask => ask_page(app, request, parameters),
        // Ignores the redirect URI: anyone can publish such a client and send a browser here (RFC 9700 section 4.11.2).
        SignOutStep::Nothing if logout.is_unregistered_client => {
            done_page(&SignOutRequest::default())
        }
        SignOutStep::Nothing => done_page(&logout),
    }
}

async fn end_session(
    app: &App,
    request: &Request,
    logout: &SignOutRequest,
) -> Result<Response, Failure> {
    if let Some(id) = sessions::presented_cookie(app, request.headers()) {
        end(app, &id, network_of(app, request)).await?;
    }
    let mut response = done_page(logout)?;
    sessions::clear_cookies(app, &mut response)?;
    Ok(response)
}

fn done_page(logout: &SignOutRequest) -> Result<Response, Failure> {
    match &logout.destination {
        Some(destination) => Ok(redirect(destination)),
        None => page(StatusCode::OK, &DonePage, FormTargets::SameOrigin),
    }
}

fn ask_page(app: &App, request: &Request, parameters: &Parameters) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, request.headers())?;
    let retained: Vec<_> = HINT_PARAMETERS
        .into_iter()
        .filter(|_| !parameters.is_malformed())
        .filter_map(|name| Some((name, parameters.get(name)?)))
        .collect();
    let template = AskPage {
        csrf_token: &csrf.token,
        kept: &retained,
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.add_cookie(response))
}

/// Handles POST of `/oauth/logout/confirm`.
#[handler]
pub(crate) async fn confirm(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    confirm_sign_out(&app, request, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

async fn confirm_sign_out(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    let headers = request.headers();
    if form.is_malformed() || !csrf::verify(app, headers, token)? {
        let is_signed_in = sessions::presented_cookie(app, headers).is_some();
        // A repeated press of the button: the first one ended the session to which the token is bound.
        if !form.is_malformed() && !is_signed_in && csrf::is_of_browser(app, headers, token) {
            return done_page(
                &SignOutRequest::read(app, form, None, network_of(app, request)).await?,
            );
        }
        return Ok(error_page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "Nothing was changed. Open the sign-out page again.",
            PageLink::SIGN_OUT,
        ));
    }
    // The user has confirmed, so that the hint's session does not matter.
    let logout = SignOutRequest::read(app, form, None, network_of(app, request)).await?;
    end_session(app, request, &logout).await
}
