//! `/api/auth/account/email`: the form for an address, and the steps that prove it; the pages work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::super::guard::{
    ACCOUNT, MERGE, find_recently_signed_in, find_signed_in_user, form_key, has_valid_csrf_token,
    or_error_page, or_first_response, other_browser, out_of_date, redirect_renewed, see_other,
    to_sign_in,
};
use super::change::{AddressChangeOutcome, change, find_stored_offer, request_proof};
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::identity::mail::{AddressProof, ProofRequest};
use crate::protocol::repeated_requests::RepeatKey;
use crate::sign_in::auth_api::csrf;
use foundation::EmailAddress;

const EMAIL: &str = "/api/auth/account/email";

#[derive(Template)]
#[template(path = "account/address.html")]
struct AddressPage<'a> {
    email: Option<&'a str>,
    is_wrong: bool,
    typed: &'a str,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/address_sent.html")]
struct AddressSentPage<'a> {
    is_wrong: bool,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/address_confirm.html")]
struct ConfirmPage<'a> {
    user: &'a str,
    token: &'a str,
    csrf_token: &'a str,
}

/// Handles GET of the form for an email address.
#[handler]
pub(crate) async fn address_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, address_form(&app, request, None).await)
}

/// Handles the POST that sends a link and a code to an address.
#[handler]
pub(crate) async fn request_address_proof(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, send_proof(&app, request, &form).await)
}

/// Handles GET of the link: a page with one button. The GET changes nothing.
#[handler]
pub(crate) async fn confirm_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_confirm_page(&app, request).await)
}

/// Handles the POST of the link's token or the code.
#[handler]
pub(crate) async fn change_address(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_change(&app, request, &form).await)
}

/// Returns the form for an address, with the typed text after an invalid address.
async fn address_form(
    app: &App,
    request: &Request,
    wrong: Option<&str>,
) -> Result<Response, Failure> {
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(EMAIL);
    };
    let csrf = csrf::issue(app, request.headers())?;
    let template = AddressPage {
        email: signed_in.user.email.as_deref(),
        is_wrong: wrong.is_some(),
        typed: wrong.unwrap_or_default(),
        csrf_token: &csrf.token,
    };
    let page = page(
        page_status(wrong.is_some()),
        &template,
        FormTargets::SameOrigin,
    )?;
    Ok(csrf.add_cookie(page))
}

async fn send_proof(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(EMAIL);
    };
    let typed = form.get("email").unwrap_or_default();
    let Ok(to) = EmailAddress::parse(typed) else {
        return address_form(app, request, Some(typed)).await;
    };
    let one_time = format!("{} {}", signed_in.user.id, to.as_str());
    let repeat = RepeatKey::from_cookie(app, request.headers(), "ask-address", &one_time)?;
    let proof_request = ProofRequest {
        user_id: &signed_in.user.id,
        to: &to,
        network: network_of(app, request),
        repeat: repeat.as_ref(),
    };
    request_proof(app, proof_request).await?;
    code_form(app, request, false)
}

/// Returns the form for the code. It is equal for every address, whether or not an email was sent.
fn code_form(app: &App, request: &Request, is_wrong: bool) -> Result<Response, Failure> {
    let csrf = csrf::issue(app, request.headers())?;
    let template = AddressSentPage {
        is_wrong,
        csrf_token: &csrf.token,
    };
    let page = page(page_status(is_wrong), &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(page))
}

async fn render_confirm_page(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return Ok(other_browser());
    };
    let query = read_query(request);
    let csrf = csrf::issue(app, request.headers())?;
    let template = ConfirmPage {
        user: signed_in.name(),
        token: query.get("token").unwrap_or_default(),
        csrf_token: &csrf.token,
    };
    let page = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(page))
}

async fn handle_change(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = try_change(app, request, form, key.as_ref()).await?;
    or_first_response(app, request, key.as_ref(), response).await
}

async fn try_change(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return Ok(other_browser());
    };
    let code = form.get("code");
    let proof = code.map_or_else(
        || AddressProof::Link(form.get("token").unwrap_or_default()),
        AddressProof::Code,
    );
    let done = format!("{ACCOUNT}?done=address");
    let session = signed_in.renewing(key, &done);
    let requester = signed_in.form_requester(network_of(app, request), session);
    match change(app, requester, proof).await? {
        AddressChangeOutcome::Done(started) => redirect_renewed(app, &started, &done),
        AddressChangeOutcome::MayMerge(offer) => see_other(&format!("{MERGE}?offer={offer}")),
        AddressChangeOutcome::Taken => Ok(error_page(
            StatusCode::CONFLICT,
            "This address has an account of its own",
            "Sign out and sign in with the address to get there. Nothing was changed here.",
            PageLink::SIGN_OUT,
        )),
        AddressChangeOutcome::NotValid => proof_refused(app, request, form, key).await,
    }
}

/// Returns the response to a proof that was used, expired or mistyped. A repeated form gets the offer of the first request.
async fn proof_refused(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if let Some(key) = key
        && let Some(offer) = find_stored_offer(app, key).await?
    {
        return see_other(&format!("{MERGE}?offer={offer}"));
    }
    if form.get("code").is_some() {
        return code_form(app, request, true);
    }
    Ok(error_page(
        StatusCode::FORBIDDEN,
        "This link is no longer valid",
        "It may have been used already, it may have expired, or it was sent for another account.",
        PageLink::ACCOUNT,
    ))
}

fn page_status(is_wrong: bool) -> StatusCode {
    if is_wrong {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    }
}
