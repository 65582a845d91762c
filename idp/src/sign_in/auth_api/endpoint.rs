//! Handler of `/api/auth`: parses the action of a request and calls its handler.

use std::sync::Arc;

use foundation::Failure;
use foundation::failure::FailureKind;
use foundation::http::{RequestId, log_failure};
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::web::Data;
use poem::{Body, PathPattern, Request, Response, handler};
use serde::Serialize;
use serde_json::{Value, json};

use super::action::{
    Action, CREDENTIALS, CREDENTIALS_NAME, EMAIL, EMAIL_NAME, ProviderChoice, parse_action,
};
use super::context::{SignInContext, accepts_html, json_response, refusal, text};
use super::csrf;
use super::error_code::EMAIL_SIGNIN;
use super::read_session::read_session;
use super::sign_out::sign_out;
use super::{credentials, email, oauth, page, passkey};
use crate::app::App;
use crate::http::cookies::RequestOrigin;
use crate::http::i18n::fill;
use crate::http::network::network_of;
use crate::http::pages::{failure_page, refused_request_page};
use crate::session::sessions::{clear_cookies, is_broken, put_cookies};
use crate::sign_in::upstream;

/// The message of a server error for scripts; client libraries expect this text.
const MISCONFIGURED: &str =
    "There is a problem with the server configuration. Check the server logs for more information.";
/// Maximum length of a client's error report, in bytes.
const MAX_REPORT_LENGTH: usize = 64 * 1024;
const HTML: &str = "text/html; charset=utf-8";

/// Handles every request under `/api/auth/`.
#[handler]
pub(crate) async fn serve(request: &Request, body: Body, Data(app): Data<&Arc<App>>) -> Response {
    let path = request.original_uri().path();
    let action = path.strip_prefix("/api/auth/").and_then(parse_action);
    let result = match (request.method().as_str(), action) {
        ("GET", Some(Action::Providers)) => Ok(Some(providers(app))),
        ("POST", Some(Action::Log)) => Ok(Some(count_report(app, request, body).await)),
        // Responds to HEAD without effect: mail scanners open links with it.
        ("HEAD", Some(Action::EmailCallback)) => {
            Ok(Some(Response::builder().content_type(HTML).finish()))
        }
        ("GET" | "POST", Some(action)) => respond(app, request, body, action).await,
        (_, _) => Ok(None),
    };
    let mut response = match result {
        Ok(Some(response)) => response,
        Ok(None) => unsupported(request),
        Err(failure) => failure_response(app, &failure, request, action),
    };
    if let Some(action) = action {
        response.set_data(PathPattern(action.route().into()));
    }
    response
}

/// Handles an action whose response may set the CSRF and callback cookies; `None` if it has no such method.
async fn respond(
    app: &Arc<App>,
    request: &Request,
    body: Body,
    action: Action<'_>,
) -> Result<Option<Response>, Failure> {
    let mut context = match SignInContext::read(app, request, body).await? {
        Ok(context) => context,
        Err(response) => return Ok(Some(response)),
    };
    // Boxes the other futures, so that a session read does not allocate their size.
    let response = if let Action::ProviderCallback(id) = action {
        // Skips the CSRF check, because `state` protects this action: providers redirect browsers or post forms.
        Box::pin(oauth::finish(&mut context, id)).await?
    } else if (request.method(), action) == (&Method::GET, Action::Session) {
        Some(session(&context).await?)
    } else if request.method() == Method::GET {
        Box::pin(get(&context, action)).await?
    } else if context.origin == RequestOrigin::Foreign {
        let line = "This request came from another site.";
        let response = refusal(&context.headers, StatusCode::FORBIDDEN, line);
        return Ok(Some(response));
    } else {
        Box::pin(post(&mut context, action)).await?
    };
    response
        .map(|response| context.with_state_cookies(response))
        .transpose()
}

async fn get(context: &SignInContext, action: Action<'_>) -> Result<Option<Response>, Failure> {
    let response = match action {
        Action::Csrf => {
            let token = &context.csrf.token;
            json_response(StatusCode::OK, &json!({ "csrfToken": token }))
        }
        Action::SignIn(choice) => page::sign_in(context, choice).await?,
        Action::SignOut => page::sign_out(context)?,
        Action::EmailCallback => email::link_page(context).await?,
        Action::CredentialsCallback => return Ok(credentials::redirect_get(context)),
        Action::Password(step) => return credentials::show(context, step).await,
        Action::VerifyRequest => page::verify_request(context).await?,
        Action::Error(code) => page::error(context, code).await?,
        Action::Session
        | Action::PasskeyOptions
        | Action::PasskeyCallback
        | Action::Providers
        | Action::ProviderCallback(_)
        | Action::Log => return Ok(None),
    };
    Ok(Some(response))
}

async fn post(
    context: &mut SignInContext,
    action: Action<'_>,
) -> Result<Option<Response>, Failure> {
    let response = match action {
        Action::Session => updated_session(context).await?,
        Action::SignIn(ProviderChoice::Email) => email::send_email(context).await?,
        Action::SignIn(ProviderChoice::Credentials) => credentials::begin(context)?,
        Action::SignIn(ProviderChoice::Provider(id)) => oauth::start(context, id).await?,
        Action::SignIn(ProviderChoice::None) => context.redirect_to_auth("signin?csrf=true")?,
        Action::SignOut => post_sign_out(context).await?,
        Action::EmailCallback => email::use_proof(context).await?,
        Action::CredentialsCallback => return credentials::sign_in(context).await,
        Action::Password(step) => return credentials::receive(context, step).await,
        Action::PasskeyOptions => return passkey::begin(context),
        Action::PasskeyCallback => return passkey::sign_in(context).await,
        Action::Providers
        | Action::ProviderCallback(_)
        | Action::Csrf
        | Action::VerifyRequest
        | Action::Error(_)
        | Action::Log => return Ok(None),
    };
    Ok(Some(response))
}

fn providers(app: &App) -> Response {
    let mut providers: Vec<_> = upstream::providers(app)
        .iter()
        .map(|one| provider(app, &one.id, &one.name, "oauth"))
        .collect();
    providers.push(provider(app, EMAIL, EMAIL_NAME, "email"));
    if app.config.passwords.is_on() {
        providers.push(provider(app, CREDENTIALS, CREDENTIALS_NAME, "credentials"));
    }
    Response::builder()
        .content_type("application/json; charset=utf-8")
        .body(format!("{{{}}}", providers.join(",")))
}

/// Returns one member of the providers map as JSON text, because client libraries depend on its order.
fn provider(app: &App, id: &str, name: &str, kind: &str) -> String {
    let auth = format!("{}/api/auth", app.config.base.issuer);
    let provider = json!({
        "id": id,
        "name": name,
        "type": kind,
        "signinUrl": format!("{auth}/signin/{id}"),
        "callbackUrl": format!("{auth}/callback/{id}"),
    });
    format!("{}:{provider}", json!(id))
}

/// Response of the session route.
#[derive(Serialize)]
struct SessionResponse<'a> {
    user: SessionUserResponse<'a>,
    /// ISO 8601.
    expires: String,
}

#[derive(Serialize)]
struct SessionUserResponse<'a> {
    name: Option<&'a str>,
    email: Option<&'a str>,
    image: Option<&'a str>,
}

/// Returns the session as JSON, `{}` if there is none. Deletes a cookie without a live session, and renews the cookie
/// of a session that was extended.
async fn session(context: &SignInContext) -> Result<Response, Failure> {
    let Some(id) = context.session_id() else {
        let mut response = json_response(StatusCode::OK, &json!({}));
        if is_broken(&context.app, &context.headers) {
            clear_cookies(&context.app, &mut response)?;
        }
        return Ok(response);
    };
    let Some(signed_in) = read_session(&context.app, &id).await? else {
        let mut response = json_response(StatusCode::OK, &json!({}));
        clear_cookies(&context.app, &mut response)?;
        if context.csrf.is_known() {
            let cookie = csrf::unbind(&context.app, &context.csrf.token)?;
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        return Ok(response);
    };
    let user = &signed_in.owner.user;
    let body = SessionResponse {
        user: SessionUserResponse {
            name: user.name.as_deref(),
            email: user.email.as_deref(),
            image: user.image.as_deref(),
        },
        expires: signed_in.expires_at.to_iso8601(),
    };
    let mut response = json_response(StatusCode::OK, &body);
    if let Some(resent) = &signed_in.resent {
        put_cookies(&context.app, &mut response, resent, signed_in.expires_at)?;
    }
    Ok(response)
}

/// Returns the session unchanged to a client that asks to update it, because clients may change nothing.
async fn updated_session(context: &SignInContext) -> Result<Response, Failure> {
    if context.is_verified()? {
        session(context).await
    } else {
        Ok(json_response(StatusCode::BAD_REQUEST, &json!({})))
    }
}

async fn post_sign_out(context: &SignInContext) -> Result<Response, Failure> {
    if !context.is_verified()? {
        let field = context.body.get("csrfToken").unwrap_or_default();
        let is_pressed_again = context.session_id().is_none()
            && csrf::is_of_browser(&context.app, &context.headers, field);
        return if is_pressed_again {
            context.redirect(&context.callback_url)
        } else {
            context.redirect_to_auth("signout?csrf=true")
        };
    }
    if let Some(id) = context.session_id() {
        sign_out(&context.app, &id, context.network).await?;
    }
    let mut response = context.redirect(&context.callback_url)?;
    clear_cookies(&context.app, &mut response)?;
    Ok(response)
}

/// Counts a client's error report and drops its text. Anyone can send one, so a network that reports too often gets
/// 429, and no report reaches the database. The response has no body.
async fn count_report(app: &App, request: &Request, body: Body) -> Response {
    let status = if !app
        .error_reports
        .take(network_of(app, request), app.clock.now())
    {
        StatusCode::TOO_MANY_REQUESTS
    } else if body.into_bytes_limit(MAX_REPORT_LENGTH).await.is_err() {
        StatusCode::PAYLOAD_TOO_LARGE
    } else {
        metrics::counter!("idp_client_reports_total").increment(1);
        StatusCode::OK
    };
    Response::builder().status(status).finish()
}

/// Refuses an unknown action, with the text that client libraries expect for a script, and a page for a browser.
fn unsupported(request: &Request) -> Response {
    let method = request.method();
    if accepts_html(request.headers()) {
        let line = fill("This action with HTTP {} is not supported.", method);
        return refused_request_page(StatusCode::BAD_REQUEST, &line);
    }
    let line = format!("This action with HTTP {method} is not supported.");
    text(StatusCode::BAD_REQUEST, &line)
}

/// Returns a page for a browser and JSON for a script, which never looks like an empty session. A script that sent a
/// POST gets a URL, independent of the status.
fn failure_response(
    app: &App,
    failure: &Failure,
    request: &Request,
    action: Option<Action<'_>>,
) -> Response {
    if accepts_html(request.headers()) {
        return failure_page(failure, &RequestId::read(request));
    }
    log_failure(failure);
    let (status, message) = match failure.kind() {
        FailureKind::Broken => (StatusCode::INTERNAL_SERVER_ERROR, MISCONFIGURED),
        FailureKind::Unavailable | FailureKind::Busy => (
            StatusCode::SERVICE_UNAVAILABLE,
            "The service is busy. Try again in a moment.",
        ),
    };
    let body: Value = match (request.method(), action) {
        (&Method::POST, Some(action)) => {
            let path = match code_of(action) {
                Some(code) => format!("error?error={code}"),
                None => "signout".to_owned(),
            };
            let url = format!("{}/api/auth/{path}", app.config.base.issuer);
            json!({ "message": message, "url": url })
        }
        (_, _) => json!({ "message": message }),
    };
    let mut response = json_response(status, &body);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// Returns the error code of a failed action; `None` for a sign-out, whose page the user opens again.
fn code_of(action: Action<'_>) -> Option<&'static str> {
    match action {
        Action::SignIn(ProviderChoice::Email) => Some(EMAIL_SIGNIN),
        Action::SignIn(ProviderChoice::Provider(_)) => Some("OAuthSignin"),
        Action::SignIn(ProviderChoice::Credentials)
        | Action::CredentialsCallback
        | Action::PasskeyCallback => Some("CredentialsSignin"),
        Action::ProviderCallback(_) | Action::EmailCallback => Some("Callback"),
        Action::SignOut => None,
        Action::Session
        | Action::SignIn(ProviderChoice::None)
        | Action::Password(_)
        | Action::PasskeyOptions
        | Action::Providers
        | Action::Csrf
        | Action::VerifyRequest
        | Action::Error(_)
        | Action::Log => Some("Configuration"),
    }
}
