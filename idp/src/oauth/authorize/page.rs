//! Pages of a request and their POSTs: account choice, consent, posted responses, and errors without a redirect.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderMap, StatusCode};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::allow::{PromptDecision, handle_decision};
use super::delivery::Delivery;
use super::outcome::{AccountPrompt, AuthorizeOutcome, ConsentPrompt};
use crate::app::App;
use crate::config::ScopeWords;
use crate::http::cookies::percent_encode;
use crate::http::errors::{OAuthError, redirect};
use crate::http::network::network_of;
use crate::http::pages::{
    FormTargets, PageLink, error_page, failure_page, page, posting_page, refusal_page,
    without_other_languages,
};
use crate::http::parameters::{FormParameters, Parameters};
use crate::observability::activity;
use crate::protocol::branding::Brand;
use crate::protocol::pending_requests::resumed_id;
use crate::session::consents::describe_scopes;
use crate::session::sessions;
use crate::sign_in::auth_api::csrf;

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    csrf_token: &'a str,
    question: &'a ConsentPrompt,
    brand: Option<&'a Brand>,
    scopes: &'a [String],
}

#[derive(Template)]
#[template(path = "select_account.html")]
struct SelectPage<'a> {
    csrf_token: &'a str,
    choice: &'a AccountPrompt,
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
pub(super) fn outcome_response(
    app: &App,
    headers: &HeaderMap,
    outcome: AuthorizeOutcome,
) -> Result<Response, Failure> {
    if matches!(outcome, AuthorizeOutcome::Respond(_)) {
        activity::record_final_response();
    }
    match outcome {
        AuthorizeOutcome::Page(error) => Ok(refusal(error)),
        AuthorizeOutcome::Redirect(address)
        | AuthorizeOutcome::Respond(Delivery::Redirect(address)) => Ok(redirect(&address)),
        AuthorizeOutcome::Respond(Delivery::Form {
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
        AuthorizeOutcome::ChooseAccount(choice) => account_page(app, headers, &choice),
        AuthorizeOutcome::AskConsent(question) => consent_page(app, headers, &question),
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

fn consent_page(
    app: &App,
    headers: &HeaderMap,
    question: &ConsentPrompt,
) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let audience = Some(question.audience.as_str());
    let none = ScopeWords::default();
    let words = if question.is_elsewhere {
        &none
    } else {
        &app.config.scope_words
    };
    let scopes = describe_scopes(words, audience, question.scope.words());
    let template = ConsentPage {
        csrf_token: &csrf.token,
        question,
        brand: question.brand.as_ref(),
        scopes: &scopes,
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.add_cookie(response))
}

fn account_page(
    app: &App,
    headers: &HeaderMap,
    choice: &AccountPrompt,
) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, headers)?;
    let template = SelectPage {
        csrf_token: &csrf.token,
        choice,
        brand: choice.brand.as_ref(),
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.add_cookie(response))
}

/// POST of `/oauth/consent`.
#[handler]
pub(crate) async fn consent(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    let decision = match form.get("decision") {
        Some("allow") => PromptDecision::Yes,
        Some(_) | None => PromptDecision::No,
    };
    post_decision(&app, request, form, decision)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

/// POST of `/oauth/account_page`.
#[handler]
pub(crate) async fn select_account(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    post_decision(&app, request, form, PromptDecision::ThisAccount)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::read(request)))
}

async fn post_decision(
    app: &App,
    request: &Request,
    form: Parameters,
    decision: PromptDecision,
) -> Result<Response, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), token)? {
        return Ok(out_of_date(resumed_id(&form)));
    }
    let session = sessions::current_if_active(app, request).await?;
    let outcome = handle_decision(
        app,
        network_of(app, request),
        form,
        decision,
        session.as_ref(),
    )
    .await?;
    outcome_response(app, request.headers(), outcome)
}

/// Responds to a form that another session opened. `resume` names its request, whose page the user may open again.
fn out_of_date(resume: Option<&str>) -> Response {
    let title = "This page is out of date";
    let Some(resume) = resume else {
        let text = "Go back to the site that you came from and begin again.";
        return error_page(StatusCode::FORBIDDEN, title, text, PageLink::START);
    };
    let text = "Nothing was changed. Another account may have signed in since.";
    let address = format!("/oauth/authorize?resume={}", percent_encode(resume));
    let way = PageLink::to(&address, "Ask me again");
    error_page(StatusCode::FORBIDDEN, title, text, way)
}
