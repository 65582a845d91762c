//! The consent page and its POST, and the page of a refusal that may not be redirected.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderMap, StatusCode, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::allow::allow;
use super::proceed::{Outcome, Question};
use crate::app::App;
use crate::brands::Brand;
use crate::errors::{OAuthError, redirect};
use crate::pages::{Forms, error_page, failure_page, page, refusal_page};
use crate::parameters::{Form, Parameters};
use crate::sessions;
use crate::sign_in::csrf;
use crate::texts::say;

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    csrf_token: &'a str,
    resume: &'a str,
    client_name: &'a str,
    destination: &'a str,
    brand: Option<&'a Brand>,
    wishes: &'a [&'a str],
}

/// A refusal that goes nowhere: HTML, 400, no `Location`.
pub(super) fn refusal(error: OAuthError) -> Response {
    let text = format!("{} ({})", error.description, error.code.name());
    refusal_page(StatusCode::BAD_REQUEST, "This link does not work", &text)
}

/// The question.
pub(super) fn question(
    app: &App,
    headers: &HeaderMap,
    question: &Question,
) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let wishes: Vec<_> = question.scope.words().filter_map(wish).collect();
    let template = ConsentPage {
        csrf_token: &csrf.token,
        resume: &question.resume,
        client_name: &question.client_name,
        destination: &question.destination,
        brand: question.brand.as_ref(),
        wishes: &wishes,
    };
    let mut response = page(StatusCode::OK, &template, Forms::MayLeave)?;
    if let Some(line) = csrf.set_cookie {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    Ok(response)
}

/// A scope in words; `openid` says no more than the question itself.
fn wish(word: &str) -> Option<&str> {
    match word {
        "openid" => None,
        "profile" => Some(say("See your name and picture")),
        "email" => Some(say("See your e-mail address")),
        "offline_access" => Some(say("Stay connected while you are away")),
        other => Some(other),
    }
}

/// POST of `/oauth/consent`.
#[handler]
pub(crate) async fn consent(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    answered(&app, request, form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

async fn answered(app: &App, request: &Request, form: Parameters) -> Result<Response, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), token)? {
        return Ok(error_page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "Go back to the site that you came from and begin again.",
        ));
    }
    let session = sessions::current_if_active(app, request).await?;
    let is_allowed = form.get("decision") == Some("allow");
    let outcome = allow(app, form, is_allowed, session.as_ref()).await?;
    Ok(match outcome {
        Outcome::Redirect(address) => redirect(&address),
        Outcome::Page(error) => refusal(error),
        Outcome::Ask(asked) => question(app, request.headers(), &asked)?,
    })
}
