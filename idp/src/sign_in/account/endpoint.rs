//! Handlers of the account page and its forms for signed-in users; the pages work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};

use super::guard::{
    ACCOUNT, find_recently_signed_in, find_signed_in_user, form_key, has_valid_csrf_token,
    method_not_found, only_sign_in_method, or_error_page, or_first_response, out_of_date,
    redirect_after_change, return_url, see_other, to_sign_in,
};
use super::sign_in_methods::{self, ProviderAccount};
use super::unlink::{UnlinkOutcome, unlink};
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::protocol::repeated_requests::RepeatKey;
use crate::sign_in::auth_api::csrf;
use crate::sign_in::merges::{self, UndoableMerge};
use crate::sign_in::upstream::{self, AttemptPurpose, Freshness, NewAttempt, Provider};

#[derive(Template)]
#[template(path = "account/account.html")]
struct AccountPage<'a> {
    user: &'a str,
    email: Option<&'a str>,
    accounts: &'a [ProviderAccount],
    has_password: bool,
    takes_passkeys: bool,
    takes_passwords: bool,
    others: &'a [&'a Provider],
    csrf_token: &'a str,
    merges: &'a [UndoableMerge],
    done: Option<&'static str>,
    back: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "account/remove.html")]
struct RemovePage<'a> {
    account: &'a ProviderAccount,
    email: Option<&'a str>,
    others: &'a [&'a ProviderAccount],
    has_passkey: bool,
    csrf_token: &'a str,
}

/// Handles GET of the account page.
#[handler]
pub(crate) async fn show(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_account_page(&app, request).await)
}

/// Handles the POST that redirects to a provider in order to link an account there.
#[handler]
pub(crate) async fn link(
    request: &Request,
    Path(provider): Path<String>,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(
        request,
        start_linking(&app, request, &provider, &form).await,
    )
}

/// Handles GET of the page that asks for confirmation before a sign-in method is removed.
#[handler]
pub(crate) async fn remove_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_remove_page(&app, request).await)
}

/// Handles the POST that removes a sign-in method.
#[handler]
pub(crate) async fn remove(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_remove(&app, request, &form).await)
}

async fn render_account_page(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let ways = sign_in_methods::find_sign_in_methods(app, &signed_in.user).await?;
    let is_new = |one: &&Provider| {
        ways.accounts
            .iter()
            .all(|has| has.account.provider != one.id)
    };
    let others: Vec<_> = upstream::providers(app).iter().filter(is_new).collect();
    let merges = merges::undoable(app, &signed_in.user.id).await?;
    let csrf = csrf::issue(app, request.headers())?;
    let query = read_query(request);
    let back = return_url(app, &query);
    let template = AccountPage {
        back: back.as_deref(),
        merges: &merges,
        user: signed_in.name(),
        email: signed_in.user.email.as_deref(),
        accounts: &ways.accounts,
        has_password: ways.has_password,
        takes_passkeys: app.passkeys.is_some(),
        takes_passwords: app.config.passwords.is_on(),
        others: &others,
        csrf_token: &csrf.token,
        done: query.get("done").and_then(success_message),
    };
    let response = page(StatusCode::OK, &template, FormTargets::AnyOrigin)?;
    Ok(csrf.add_cookie(response))
}

/// Returns the success message of a code in the URL; only codes of this closed list have one.
fn success_message(what: &str) -> Option<&'static str> {
    match what {
        "added" => Some("It was added. From now on it signs in to this account."),
        "address" => Some("Your address is confirmed."),
        "merged" => Some("The accounts are one now."),
        "separate" => Some("The accounts are separate again."),
        "removed" => Some("It was removed. It no longer signs in to this account."),
        _ => None,
    }
}

async fn start_linking(
    app: &App,
    request: &Request,
    provider: &str,
    form: &Parameters,
) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let purpose = AttemptPurpose::Link {
        user_id: signed_in.user.id,
        session: signed_in.session.digest,
    };
    let back_to = return_url(app, form)
        .unwrap_or_else(|| format!("{}{ACCOUNT}?done=added", app.config.base.issuer));
    let beginning = NewAttempt {
        purpose,
        callback_url: &back_to,
        freshness: Freshness::default(),
    };
    match upstream::start_attempt(app, request.headers(), provider, beginning, |_| None).await? {
        Ok(redirect) => {
            let mut response = see_other(&redirect.url)?;
            for line in redirect.cookies {
                response.headers_mut().append(header::SET_COOKIE, line);
            }
            Ok(response)
        }
        Err(_) => Ok(error_page(
            StatusCode::SERVICE_UNAVAILABLE,
            "This provider cannot be reached",
            "Nothing was changed. Go back to your account page and try again in a moment.",
            PageLink::ACCOUNT,
        )),
    }
}

async fn render_remove_page(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_recently_signed_in(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let ways = sign_in_methods::find_sign_in_methods(app, &signed_in.user).await?;
    let id = query.get("account").unwrap_or_default();
    let Some(account) = ways.accounts.iter().find(|one| one.account.id == id) else {
        return Ok(method_not_found());
    };
    if !ways.suffice_without(id) {
        return Ok(only_sign_in_method());
    }
    let is_left = |one: &&ProviderAccount| one.works && one.account.id != id;
    let others: Vec<_> = ways.accounts.iter().filter(is_left).collect();
    let csrf = csrf::issue(app, request.headers())?;
    let template = RemovePage {
        account,
        email: signed_in.user.email.as_deref(),
        others: &others,
        has_passkey: ways.has_passkey_other_than(id),
        csrf_token: &csrf.token,
    };
    let response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

async fn handle_remove(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = try_remove(app, request, form, key.as_ref()).await?;
    or_first_response(app, request, key.as_ref(), response).await
}

async fn try_remove(
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
    let account_id = form.get("account").unwrap_or_default();
    let done = format!("{ACCOUNT}?done=removed");
    let requester = signed_in.requester(network_of(app, request), signed_in.renewing(key, &done));
    match unlink(app, requester, account_id).await? {
        UnlinkOutcome::Done(continuation) => redirect_after_change(app, continuation, &done),
        UnlinkOutcome::LastMethod => Ok(only_sign_in_method()),
        UnlinkOutcome::NotThere => Ok(method_not_found()),
        UnlinkOutcome::SignedOut => to_sign_in(ACCOUNT),
    }
}
