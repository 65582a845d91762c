//! Pages of a request and their POSTs: account choice, consent, posted responses, and errors without a redirect.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderMap, StatusCode};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::allow::{Said, allow};
use super::delivery::Delivery;
use super::proceed::Outcome;
use super::question::{Choice, Question};
use crate::activity;
use crate::app::App;
use crate::brands::Brand;
use crate::config::ScopeWords;
use crate::consents::in_words;
use crate::cookies::percent_encode;
use crate::errors::{OAuthError, redirect};
use crate::network::network_of;
use crate::pages::{
    FormTargets, PageLink, error_page, failure_page, page, posting_page, refusal_page,
    without_other_languages,
};
use crate::parameters::{FormParameters, Parameters};
use crate::parking::resumed_id;
use crate::sessions;
use crate::sign_in::csrf;

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    csrf_token: &'a str,
    question: &'a Question,
    brand: Option<&'a Brand>,
    wishes: &'a [String],
}

#[derive(Template)]
#[template(path = "select_account.html")]
struct SelectPage<'a> {
    csrf_token: &'a str,
    choice: &'a Choice,
    brand: Option<&'a Brand>,
}

#[derive(Template)]
#[template(path = "form_post.html")]
struct FormPostPage<'a> {
    address: &'a str,
    fields: &'a [(String, String)],
    nonce: &'a str,
}

/// Returns the browser's response for an outcome.
pub(super) fn shown(app: &App, headers: &HeaderMap, outcome: Outcome) -> Result<Response, Failure> {
    if matches!(outcome, Outcome::Tell(_)) {
        activity::settled();
    }
    match outcome {
        Outcome::Page(error) => Ok(refusal(error)),
        Outcome::Go(address) | Outcome::Tell(Delivery::Redirect(address)) => Ok(redirect(&address)),
        Outcome::Tell(Delivery::Form {
            address,
            origin,
            fields,
        }) => {
            let nonce = app.random.token()?;
            let template = FormPostPage {
                address: &address,
                fields: &fields,
                nonce: &nonce,
            };
            posting_page(&template, &nonce, &origin)
        }
        Outcome::Choose(choice) => select(app, headers, &choice),
        Outcome::Ask(question) => ask(app, headers, &question),
    }
}

/// Returns an error page: HTML, 400, no `Location`.
fn refusal(error: OAuthError) -> Response {
    activity::refused(error.code.name(), error.description);
    let mut response = without_other_languages(|| {
        refusal_page(
            StatusCode::BAD_REQUEST,
            "This link does not work",
            error.description,
            error.code.name(),
        )
    });
    // A client that accepts JSON gets the error as a document.
    response.set_data(error);
    response
}

fn ask(app: &App, headers: &HeaderMap, question: &Question) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let audience = Some(question.audience.as_str());
    let none = ScopeWords::default();
    let words = if question.is_elsewhere {
        &none
    } else {
        &app.config.scope_words
    };
    let wishes = in_words(words, audience, question.scope.words());
    let template = ConsentPage {
        csrf_token: &csrf.token,
        question,
        brand: question.brand.as_ref(),
        wishes: &wishes,
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.kept_by(response))
}

fn select(app: &App, headers: &HeaderMap, choice: &Choice) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let template = SelectPage {
        csrf_token: &csrf.token,
        choice,
        brand: choice.brand.as_ref(),
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.kept_by(response))
}

/// POST of `/oauth/consent`.
#[handler]
pub(crate) async fn consent(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    let said = match form.get("decision") {
        Some("allow") => Said::Yes,
        Some(_) | None => Said::No,
    };
    answered(&app, request, form, said)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

/// POST of `/oauth/select`.
#[handler]
pub(crate) async fn select_account(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    answered(&app, request, form, Said::ThisAccount)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

async fn answered(
    app: &App,
    request: &Request,
    form: Parameters,
    said: Said,
) -> Result<Response, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), token)? {
        return Ok(out_of_date(resumed_id(&form)));
    }
    let session = sessions::current_if_active(app, request).await?;
    let outcome = allow(
        app,
        network_of(app, request),
        (form, said),
        session.as_ref(),
    )
    .await?;
    shown(app, request.headers(), outcome)
}

/// Responds to a form that another session opened. `resume` names its request, whose page the user may open again.
fn out_of_date(resume: Option<&str>) -> Response {
    let title = "This page is out of date";
    let Some(resume) = resume else {
        let text = "Go back to the site that you came from and begin again.";
        return error_page(StatusCode::FORBIDDEN, (title, text), PageLink::START);
    };
    let text = "Nothing was changed. Another account may have signed in since.";
    let address = format!("/oauth/authorize?resume={}", percent_encode(resume));
    let way = PageLink::to(&address, "Ask me again");
    error_page(StatusCode::FORBIDDEN, (title, text), way)
}
