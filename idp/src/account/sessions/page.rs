//! GET and POST of `/api/auth/account/sessions`: the list of one's own sessions, and a button at each that ends it.

use std::sync::Arc;

use askama::Template;
use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::http::{StatusCode, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::device::device_of;
use crate::app::App;
use crate::cookies::percent_encode;
use crate::network::network_of;
use crate::pages::{Forms, error_page, failure_page, page};
use crate::parameters::{Form, Parameters};
use crate::sessions::{self, Current, Session};
use crate::sign_in::csrf;

const PATH: &str = "/api/auth/account/sessions";

/// One session, as the page tells of it.
struct Line {
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
    lines: Vec<Line>,
    has_others: bool,
}

/// GET: the list; who is not signed in is led through sign-in and back here.
#[handler]
pub(crate) async fn show_sessions(request: &Request, app: Data<&Arc<App>>) -> Response {
    shown(&app, request)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

/// POST: ends the session that the form names, or all but this one.
#[handler]
pub(crate) async fn end_sessions(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    ended(&app, request, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

async fn shown(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(current) = sessions::current_if_active(app, request).await? else {
        return Ok(to(&sign_in_and_back()));
    };
    let listed = sessions::list_of_user(app, &current.user_id).await?;
    let lines: Vec<_> = listed
        .into_iter()
        .map(|session| line(session, &current))
        .collect();
    let csrf = csrf::issue(app, request.headers())?;
    let issuer = &app.config.base.issuer;
    let template = SessionsPage {
        host: app.config.base.host(),
        issuer,
        csrf_token: &csrf.token,
        has_others: lines.iter().any(|line| !line.is_current),
        lines,
    };
    let mut response = page(StatusCode::OK, &template, Forms::StayHere)?;
    if let Some(line) = csrf.set_cookie {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    Ok(response)
}

async fn ended(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), token)? {
        return Ok(error_page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "Nothing was changed. Open the list of your sessions again.",
        ));
    }
    let Some(current) = sessions::current_if_active(app, request).await? else {
        return Ok(to(&sign_in_and_back()));
    };
    let network = Some(network_of(app, request));
    let user_id = &current.user_id;
    match (form.get("others"), form.get("sid")) {
        (Some("all"), _) => {
            sessions::end_others(app, user_id, &current.sid, network).await?;
        }
        (_, Some(sid)) => {
            sessions::end_one(app, user_id, sid, network).await?;
            if sid == current.sid {
                let mut response = to(&sign_in_and_back());
                sessions::clear_cookies(app, &mut response)?;
                return Ok(response);
            }
        }
        (_, None) => {}
    }
    Ok(to(PATH))
}

fn line(session: Session, current: &Current) -> Line {
    Line {
        is_current: session.sid == current.sid,
        device: device_of(session.user_agent.as_deref()),
        network: session.network.unwrap_or_default(),
        began: in_words(session.created_at),
        seen: in_words(session.last_seen_at),
        sid: session.sid,
    }
}

/// An instant to the minute, in UTC.
fn in_words(at: Timestamp) -> String {
    let text = at.to_iso8601().replacen('T', " ", 1);
    let to_the_minute: String = text.chars().take("2000-01-01 00:00".len()).collect();
    format!("{to_the_minute} UTC")
}

fn sign_in_and_back() -> String {
    format!("/api/auth/signin?callbackUrl={}", percent_encode(PATH))
}

fn to(path: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, path)
        .header(header::CACHE_CONTROL, "private, no-store")
        .finish()
}
