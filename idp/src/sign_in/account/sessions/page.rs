//! GET and POST of `/api/auth/account/sessions`: lists the user's sessions, with a button at each that ends it.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::super::guard::{
    find_signed_in_user, has_valid_csrf_token, or_error_page, out_of_date, see_other, to_sign_in,
};
use super::device::describe_device;
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, page};
use crate::http::parameters::{FormParameters, Parameters};
use crate::session::sessions::{self, CurrentSession, Session};
use crate::sign_in::auth_api::csrf;

const PATH: &str = "/api/auth/account/sessions";
/// Path of the page that confirms the sign-out. The sign-in page could start a new session at once.
const SIGNED_OUT: &str = "/oauth/logout";

/// One session as the page shows it.
struct SessionView {
    sid: String,
    device: String,
    network: String,
    began: String,
    seen: String,
    is_current: bool,
}

#[derive(Template)]
#[template(path = "account/sessions.html")]
struct SessionsPage<'a> {
    host: &'a str,
    issuer: &'a str,
    csrf_token: &'a str,
    lines: Vec<SessionView>,
    has_others: bool,
}

/// Handles GET of the list. A browser without a session is sent through sign-in and back.
#[handler]
pub(crate) async fn show_sessions(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_page(&app, request).await)
}

/// Handles the POST that ends the session in the form, or all other sessions.
#[handler]
pub(crate) async fn end_sessions(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_end(&app, request, &form).await)
}

async fn render_page(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(PATH);
    };
    let listed = sessions::list_of_user(app, &signed_in.user.id).await?;
    let lines: Vec<_> = listed
        .into_iter()
        .map(|session| session_view(session, &signed_in.session))
        .collect();
    let csrf = csrf::issue(app, request.headers())?;
    let template = SessionsPage {
        host: app.config.base.host(),
        issuer: &app.config.base.issuer,
        csrf_token: &csrf.token,
        has_others: lines.iter().any(|line| !line.is_current),
        lines,
    };
    let response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

async fn handle_end(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let signed_in = find_signed_in_user(app, request).await?;
    if signed_in.is_none() && repeats_own_sign_out(app, request, form) {
        return signed_out(app);
    }
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = signed_in else {
        return to_sign_in(PATH);
    };
    let network = Some(network_of(app, request));
    let (user_id, own) = (&signed_in.user.id, &signed_in.session.sid);
    match (form.get("others"), form.get("sid")) {
        (Some("all"), _) => {
            sessions::end_others(app, user_id, own, network).await?;
        }
        (_, Some(sid)) => {
            sessions::end_one(app, user_id, sid, network).await?;
            if sid == own {
                return signed_out(app);
            }
        }
        (_, None) => {}
    }
    see_other(PATH)
}

/// Redirects to the page of the sign-out, and deletes the session cookies.
fn signed_out(app: &App) -> Result<Response, Failure> {
    let mut response = see_other(SIGNED_OUT)?;
    sessions::clear_cookies(app, &mut response)?;
    Ok(response)
}

/// Returns whether a browser without a session repeats the form that ended its own session.
fn repeats_own_sign_out(app: &App, request: &Request, form: &Parameters) -> bool {
    let token = form.get("csrfToken").unwrap_or_default();
    form.get("own") == Some("true") && csrf::is_of_browser(app, request.headers(), token)
}

fn session_view(session: Session, current: &CurrentSession) -> SessionView {
    SessionView {
        is_current: session.sid == current.sid,
        device: describe_device(session.user_agent.as_deref()),
        network: session.network.unwrap_or_default(),
        began: session.created_at.minute(),
        seen: session.last_seen_at.minute(),
        sid: session.sid,
    }
}
