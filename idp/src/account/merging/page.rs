//! `/api/auth/account/merge`: the offer to merge two accounts, and its undo; the pages work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::super::guard::{
    ACCOUNT, back, form_key, fresh, is_ours, or_first_answer, or_page, out_of_date, to_sign_in,
};
use crate::app::App;
use crate::merges::{
    self, AddressFate, Joined, NoUndo, Offer, Preview, Refusal, Requester, Undoable, Undone,
};
use crate::network::network_of;
use crate::pages::{Forms, Way, error_page, page};
use crate::parameters::{Form, Parameters, read_query};
use crate::repeats::RepeatKey;
use crate::sign_in::csrf;
use crate::upstream::name_of;

#[derive(Template)]
#[template(path = "account/merge.html")]
struct OfferPage<'a> {
    user: &'a str,
    other: Option<&'a str>,
    email: &'a str,
    address: AddressFate,
    ways: &'a [&'a str],
    preview: &'a Preview,
    offer: &'a str,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/merge_undo.html")]
struct UndoPage<'a> {
    one: &'a Undoable,
    csrf_token: &'a str,
}

/// Handles GET of the offer: shows what would move and what would be lost. The GET changes nothing.
#[handler]
pub(crate) async fn offer_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, offered(&app, request).await)
}

/// Handles the POST that accepts the offer.
#[handler]
pub(crate) async fn merge(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, merged(&app, request, &form).await)
}

/// Handles GET of the page that asks for confirmation before a merge is undone.
#[handler]
pub(crate) async fn ask_undo(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, asked(&app, request).await)
}

/// Handles the POST that undoes a merge.
#[handler]
pub(crate) async fn undo(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, undone(&app, request, &form).await)
}

async fn offered(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let sealed = query.get("offer").unwrap_or_default();
    let Some(offer) = Offer::open(app, sealed, &here.session) else {
        return Ok(no_offer());
    };
    let preview = match merges::preview(app, &offer).await? {
        Ok(preview) => preview,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let accounts = preview.accounts.iter();
    let ways: Vec<_> = accounts
        .map(|account| name_of(app, &account.provider))
        .collect();
    let csrf = csrf::issue(app, request.headers())?;
    let from = &preview.from;
    let template = OfferPage {
        user: here.name(),
        other: from.email.as_deref().or(from.name.as_deref()),
        email: from.email.as_deref().unwrap_or_default(),
        address: preview.address,
        ways: &ways,
        preview: &preview,
        offer: sealed,
        csrf_token: &csrf.token,
    };
    let page = page(StatusCode::OK, &template, Forms::StayHere)?;
    Ok(csrf.kept_by(page))
}

async fn merged(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = merge_by(app, request, form, key.as_ref()).await?;
    or_first_answer(app, request, key.as_ref(), response).await
}

async fn merge_by(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let sealed = form.get("offer").unwrap_or_default();
    let Some(offer) = Offer::open(app, sealed, &here.session) else {
        return Ok(no_offer());
    };
    let done = format!("{ACCOUNT}?done=merged");
    let session = here.renewing(key, &done);
    match merges::join(app, &offer, session, network_of(app, request)).await? {
        Joined::Done(started) => back(app, &started, &done),
        Joined::Refused(refusal) => Ok(refused(refusal)),
        Joined::SignedOut => to_sign_in(ACCOUNT),
    }
}

async fn asked(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let wanted = query.get("merge").unwrap_or_default();
    let merges = merges::undoable(app, &here.user.id).await?;
    let Some(one) = merges.iter().find(|one| one.merge.id == wanted) else {
        return Ok(not_undone(NoUndo::Unknown));
    };
    let csrf = csrf::issue(app, request.headers())?;
    let template = UndoPage {
        one,
        csrf_token: &csrf.token,
    };
    let page = page(StatusCode::OK, &template, Forms::StayHere)?;
    Ok(csrf.kept_by(page))
}

async fn undone(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = undo_by(app, request, form, key.as_ref()).await?;
    or_first_answer(app, request, key.as_ref(), response).await
}

async fn undo_by(
    app: &App,
    request: &Request,
    form: &Parameters,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let wanted = form.get("merge").unwrap_or_default();
    if wanted.chars().any(char::is_control) {
        return Ok(not_undone(NoUndo::Unknown));
    }
    let done = format!("{ACCOUNT}?done=separate");
    let asker = Requester::Person {
        user_id: &here.user.id,
        session: here.renewing(key, &done),
        network: network_of(app, request),
    };
    match merges::undo(app, wanted, asker).await? {
        Undone::Done(_, Some(started)) => back(app, &started, &done),
        Undone::Refused(refusal) => Ok(not_undone(refusal)),
        Undone::Done(_, None) | Undone::SignedOut => to_sign_in(ACCOUNT),
    }
}

fn no_offer() -> Response {
    error_page(
        StatusCode::FORBIDDEN,
        (
            "This offer is no longer valid",
            "Nothing was changed. Begin again on your account page.",
        ),
        Way::ACCOUNT,
    )
}

fn refused(refusal: Refusal) -> Response {
    let (title, text) = match refusal {
        Refusal::Gone => (
            "These accounts cannot be merged",
            "They are one already, or one of them may not sign in. Nothing was changed.",
        ),
        Refusal::Operator => (
            "The other account operates the installation",
            "Sign in to it, and merge this account into it instead. Nothing was changed.",
        ),
        Refusal::Unconfirmed => (
            "Confirm your address first",
            "The address of this account is not confirmed yet. Enter it again on your account page, open the email, and start again. Nothing was changed.",
        ),
    };
    error_page(StatusCode::CONFLICT, (title, text), Way::ACCOUNT)
}

fn not_undone(refusal: NoUndo) -> Response {
    let (status, text) = match refusal {
        NoUndo::Unknown => (
            StatusCode::NOT_FOUND,
            "There is no such merge of your account. Nothing was changed.",
        ),
        NoUndo::Done => (
            StatusCode::CONFLICT,
            "The accounts are separate already. Nothing was changed.",
        ),
        NoUndo::TooLate => (
            StatusCode::CONFLICT,
            "It was made more than seven days ago. Nothing was changed.",
        ),
        NoUndo::LaterMerge => (
            StatusCode::CONFLICT,
            "Undo the later merge of these accounts first. Nothing was changed.",
        ),
        NoUndo::NoWayIn => (
            StatusCode::CONFLICT,
            "One of the accounts would have no way to sign in. Add one first. Nothing was changed.",
        ),
    };
    error_page(status, ("This merge cannot be undone", text), Way::ACCOUNT)
}
