//! GET and POST of `/oauth/device`, the page for codes, and the POST of the decision.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderMap, StatusCode};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::decide::{DecisionOutcome, decide};
use super::device::Device;
use super::open::{OpenOutcome, open};
use super::user_code::UserCode;
use crate::app::App;
use crate::config::ScopeWords;
use crate::http::cookies::percent_encode;
use crate::http::errors::redirect;
use crate::http::i18n::say;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, failure_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::identity::users;
use crate::protocol::branding::document_host_of;
use crate::protocol::resources;
use crate::session::consents;
use crate::session::sessions::{self, CurrentSession};
use crate::sign_in::auth_api::csrf;

/// Path of the page for codes (section 3.3).
const PATH: &str = "/oauth/device";

#[derive(Template)]
#[template(path = "devices/device.html")]
struct TypePage<'a> {
    csrf_token: &'a str,
    user_code: &'a str,
    error: &'a str,
}

#[derive(Template)]
#[template(path = "devices/device_question.html")]
struct AskPage<'a> {
    csrf_token: &'a str,
    user_code: &'a str,
    client_name: &'a str,
    account: &'a str,
    /// Host of the client's metadata document, if there is one.
    document_host: Option<&'a str>,
    network: &'a str,
    asked_at: &'a str,
    scopes: &'a [String],
}

#[derive(Template)]
#[template(path = "devices/device_done.html")]
struct DonePage {
    is_allowed: bool,
}

/// Shows the form, filled in if the URL has a code (section 3.3.1). GET changes nothing: a code belongs to no session
/// before its form is sent.
#[handler]
pub(crate) async fn show(request: &Request, app: Data<&Arc<App>>) -> Response {
    render_form(&app, request)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// Shows the question after a POST, if a device waits under the code.
#[handler]
pub(crate) async fn enter(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    handle_code(&app, request, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// POST of `/oauth/device/answer`.
#[handler]
pub(crate) async fn submit_decision(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    handle_decision(&app, request, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

async fn render_form(app: &App, request: &Request) -> Result<Response, Failure> {
    let query = read_query(request);
    let code = query.get("user_code").and_then(UserCode::parse);
    match sessions::current_if_active(app, request).await? {
        Some(_) => code_form(app, request.headers(), code.as_ref(), None),
        None => Ok(redirect_to_sign_in(code.as_ref())),
    }
}

async fn handle_code(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let typed = form.get("user_code").and_then(UserCode::parse);
    let session = match authenticate_sender(app, request, form).await? {
        Ok(session) => session,
        Err(response) => return Ok(response),
    };
    let Some(code) = typed else {
        return code_form(app, request.headers(), None, Some(WRONG));
    };
    match open(app, &session, network_of(app, request), &code).await? {
        OpenOutcome::Device(device) => {
            consent_form(app, request.headers(), &session, &code, &device).await
        }
        OpenOutcome::Unknown => code_form(app, request.headers(), None, Some(WRONG)),
        OpenOutcome::TooMany => code_form(app, request.headers(), None, Some(TOO_MANY)),
    }
}

async fn handle_decision(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    let session = match authenticate_sender(app, request, form).await? {
        Ok(session) => session,
        Err(response) => return Ok(response),
    };
    let Some(code) = form.get("user_code").and_then(UserCode::parse) else {
        return Ok(expired_code_page());
    };
    let is_allowed = form.get("decision") == Some("allow");
    let network = network_of(app, request);
    match decide(app, &session, &code, is_allowed, network).await? {
        DecisionOutcome::Allowed => page(
            StatusCode::OK,
            &DonePage { is_allowed: true },
            FormTargets::SameOrigin,
        ),
        DecisionOutcome::Denied => page(
            StatusCode::OK,
            &DonePage { is_allowed: false },
            FormTargets::SameOrigin,
        ),
        DecisionOutcome::NotWaiting => Ok(expired_code_page()),
        DecisionOutcome::SignedOut => Ok(redirect_to_sign_in(Some(&code))),
    }
}

/// Returns the session that sent a form, or the page to show instead.
async fn authenticate_sender(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Result<CurrentSession, Response>, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), token)? {
        let typed = form.get("user_code").and_then(UserCode::parse);
        return code_form(app, request.headers(), typed.as_ref(), Some(STALE)).map(Err);
    }
    let session = sessions::current_if_active(app, request).await?;
    Ok(session.ok_or_else(|| {
        redirect_to_sign_in(form.get("user_code").and_then(UserCode::parse).as_ref())
    }))
}

/// Messages of the form for a code that did not work.
const WRONG: (StatusCode, &str) = (
    StatusCode::OK,
    "That code does not work. Look at your device: it may show a new one.",
);
const STALE: (StatusCode, &str) = (
    StatusCode::FORBIDDEN,
    "This page was open for too long. Please send it again.",
);
const TOO_MANY: (StatusCode, &str) = (
    StatusCode::TOO_MANY_REQUESTS,
    "There were too many wrong codes. Try again in a quarter of an hour.",
);

fn code_form(
    app: &App,
    headers: &HeaderMap,
    code: Option<&UserCode>,
    error: Option<(StatusCode, &'static str)>,
) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let (status, error) = error.map_or((StatusCode::OK, ""), |(status, text)| (status, say(text)));
    let template = TypePage {
        csrf_token: &csrf.token,
        user_code: &code.map(ToString::to_string).unwrap_or_default(),
        error,
    };
    let response = page(status, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

async fn consent_form(
    app: &App,
    headers: &HeaderMap,
    session: &CurrentSession,
    code: &UserCode,
    device: &Device,
) -> Result<Response, Failure> {
    let Some(client) = app.clients.find(&device.client_id).await? else {
        return code_form(app, headers, None, Some(WRONG));
    };
    let csrf = csrf::issue(app, headers)?;
    let named = resources::find_requested(app, &client, &device.resources()).await?;
    let Some(named) = named else {
        return code_form(app, headers, None, Some(WRONG));
    };
    let audience = app.config.base.audience_of(&named.addresses);
    let none = ScopeWords::default();
    let words = match named.protected_scope {
        Some(_) => &none,
        None => &app.config.scope_words,
    };
    let scopes = device.scope.split_ascii_whitespace();
    let descriptions = consents::describe_scopes(words, Some(&audience), scopes);
    let document_host = document_host_of(&client);
    let template = AskPage {
        csrf_token: &csrf.token,
        user_code: &code.to_string(),
        client_name: &client.name,
        account: &users::find_name(app, &session.user_id).await?,
        document_host: document_host.as_deref(),
        network: &device.network,
        asked_at: &device.created_at.minute(),
        scopes: &descriptions,
    };
    let response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

fn expired_code_page() -> Response {
    error_page(
        StatusCode::BAD_REQUEST,
        "This code is no longer valid",
        "It was used already, or it has expired. Start again on your device.",
        PageLink::to(PATH, "Enter another code"),
    )
}

fn redirect_to_sign_in(code: Option<&UserCode>) -> Response {
    let back = match code {
        Some(code) => format!("{PATH}?user_code={code}"),
        None => PATH.to_owned(),
    };
    redirect(&format!(
        "/api/auth/signin?callbackUrl={}",
        percent_encode(&back)
    ))
}
