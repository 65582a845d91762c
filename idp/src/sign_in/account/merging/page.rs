//! `/api/auth/account/merge`: the offer to merge two accounts, and its undo; the pages work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::super::guard::{
    ACCOUNT, find_recently_signed_in, form_key, has_valid_csrf_token, or_error_page,
    or_first_response, out_of_date, redirect_renewed, to_sign_in,
};
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::protocol::repeated_requests::RepeatKey;
use crate::sign_in::auth_api::csrf;
use crate::sign_in::merges::{
    self, AddressEffect, JoinOutcome, MergeOffer, MergePreview, MergeRefusal, UndoOutcome,
    UndoRefusal, UndoRequester, UndoableMerge,
};
use crate::sign_in::upstream::name_of;

#[derive(Template)]
#[template(path = "account/merge.html")]
struct OfferPage<'a> {
    user: &'a str,
    other: Option<&'a str>,
    email: &'a str,
    address: AddressEffect,
    ways: &'a [&'a str],
    preview: &'a MergePreview,
    offer: &'a str,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/merge_undo.html")]
struct UndoPage<'a> {
    one: &'a UndoableMerge,
    csrf_token: &'a str,
}

/// Handles GET of the offer: shows what would move and what would be lost. The GET changes nothing.
#[handler]
pub(crate) async fn offer_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_offer(&app, request).await)
}

/// Handles the POST that accepts the offer.
#[handler]
pub(crate) async fn merge(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_merge(&app, request, &form).await)
}

/// Handles GET of the page that asks for confirmation before a merge is undone.
#[handler]
pub(crate) async fn ask_undo(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_undo(&app, request).await)
}

/// Handles the POST that undoes a merge.
#[handler]
pub(crate) async fn undo(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_undo(&app, request, &form).await)
}

async fn render_offer(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let sealed = query.get("offer").unwrap_or_default();
    let Some(offer) = MergeOffer::open(app, sealed, &signed_in.session) else {
        return Ok(no_offer());
    };
    let preview = match merges::preview(app, &offer).await? {
        Ok(preview) => preview,
        Err(refusal) => return Ok(merge_refused(refusal)),
    };
    let accounts = preview.accounts.iter();
    let ways: Vec<_> = accounts
        .map(|account| name_of(app, &account.provider))
        .collect();
    let csrf = csrf::issue(app, request.headers())?;
    let from = &preview.from;
    let template = OfferPage {
        user: signed_in.name(),
        other: from.email.as_deref().or(from.name.as_deref()),
        email: from.email.as_deref().unwrap_or_default(),
        address: preview.address,
        ways: &ways,
        preview: &preview,
        offer: sealed,
        csrf_token: &csrf.token,
    };
    let page = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(page))
}

async fn handle_merge(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = try_merge(app, request, form, key.as_ref()).await?;
    or_first_response(app, request, key.as_ref(), response).await
}

async fn try_merge(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let sealed = form.get("offer").unwrap_or_default();
    let Some(offer) = MergeOffer::open(app, sealed, &signed_in.session) else {
        return Ok(no_offer());
    };
    let done = format!("{ACCOUNT}?done=merged");
    let session = signed_in.renewing(key, &done);
    match merges::join(app, &offer, session, network_of(app, request)).await? {
        JoinOutcome::Done(started) => redirect_renewed(app, &started, &done),
        JoinOutcome::Refused(refusal) => Ok(merge_refused(refusal)),
        JoinOutcome::SignedOut => to_sign_in(ACCOUNT),
    }
}

async fn render_undo(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let id = query.get("merge").unwrap_or_default();
    let merges = merges::undoable(app, &signed_in.user.id).await?;
    let Some(one) = merges.iter().find(|one| one.merge.id == id) else {
        return Ok(undo_refused(UndoRefusal::Unknown));
    };
    let csrf = csrf::issue(app, request.headers())?;
    let template = UndoPage {
        one,
        csrf_token: &csrf.token,
    };
    let page = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(page))
}

async fn handle_undo(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = try_undo(app, request, form, key.as_ref()).await?;
    or_first_response(app, request, key.as_ref(), response).await
}

async fn try_undo(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let id = form.get("merge").unwrap_or_default();
    if id.chars().any(char::is_control) {
        return Ok(undo_refused(UndoRefusal::Unknown));
    }
    let done = format!("{ACCOUNT}?done=separate");
    let requester = UndoRequester::User {
        user_id: &signed_in.user.id,
        session: signed_in.renewing(key, &done),
        network: network_of(app, request),
    };
    match merges::undo(app, id, requester).await? {
        UndoOutcome::Done(_, Some(started)) => redirect_renewed(app, &started, &done),
        UndoOutcome::Refused(refusal) => Ok(undo_refused(refusal)),
        UndoOutcome::Done(_, None) | UndoOutcome::SignedOut => to_sign_in(ACCOUNT),
    }
}

fn no_offer() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        "This offer is no longer valid",
        "Nothing was changed. Begin again on your account page.",
        PageLink::ACCOUNT,
    )
}

fn merge_refused(refusal: MergeRefusal) -> Response {
    let (title, text) = match refusal {
        MergeRefusal::NotAllowed => (
            "These accounts cannot be merged",
            "They are one already, or one of them may not sign in. Nothing was changed.",
        ),
        MergeRefusal::Operator => (
            "The other account operates the installation",
            "Sign in to it, and merge this account into it instead. Nothing was changed.",
        ),
        MergeRefusal::Unconfirmed => (
            "Confirm your address first",
            "The address of this account is not confirmed yet. Enter it again on your account page, open the email, and start again. Nothing was changed.",
        ),
    };
    error_page(StatusCode::CONFLICT, title, text, PageLink::ACCOUNT)
}

fn undo_refused(refusal: UndoRefusal) -> Response {
    let (status, text) = match refusal {
        UndoRefusal::Unknown => (
            StatusCode::NOT_FOUND,
            "There is no such merge of your account. Nothing was changed.",
        ),
        UndoRefusal::AlreadyUndone => (
            StatusCode::CONFLICT,
            "The accounts are separate already. Nothing was changed.",
        ),
        UndoRefusal::TooLate => (
            StatusCode::CONFLICT,
            "It was made more than seven days ago. Nothing was changed.",
        ),
        UndoRefusal::LaterMerge => (
            StatusCode::CONFLICT,
            "Undo the later merge of these accounts first. Nothing was changed.",
        ),
        UndoRefusal::NoSignInMethod => (
            StatusCode::CONFLICT,
            "One of the accounts would have no way to sign in. Add one first. Nothing was changed.",
        ),
    };
    error_page(
        status,
        "This merge cannot be undone",
        text,
        PageLink::ACCOUNT,
    )
}
