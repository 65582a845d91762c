//! Handlers of the account page and its forms for signed-in users; the pages work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};

use super::guard::{
    ACCOUNT, back_as, form_key, fresh, here, is_ours, last_way_in, not_there, or_first_answer,
    or_page, out_of_date, see_other, to_sign_in, way_back,
};
use super::unlink::{UnlinkOutcome, unlink};
use super::ways::{self, ProviderAccount};
use crate::app::App;
use crate::merges::{self, Undoable};
use crate::network::network_of;
use crate::pages::{Forms, Way, error_page, page};
use crate::parameters::{Form, Parameters, read_query};
use crate::repeats::RepeatKey;
use crate::sign_in::csrf;
use crate::upstream::{self, Beginning, Freshness, Provider, Purpose};

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
    merges: &'a [Undoable],
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
    or_page(request, account(&app, request).await)
}

/// Handles the POST that redirects to a provider in order to link an account there.
#[handler]
pub(crate) async fn link(
    request: &Request,
    Path(provider): Path<String>,
    form: Form,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, led(&app, request, &provider, &form).await)
}

/// Handles GET of the page that asks for confirmation before a sign-in method is removed.
#[handler]
pub(crate) async fn remove_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, removal(&app, request).await)
}

/// Handles the POST that removes a sign-in method.
#[handler]
pub(crate) async fn remove(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, removed(&app, request, &form).await)
}

async fn account(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = here(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let ways = ways::ways_of(app, &here.user).await?;
    let is_new = |one: &&Provider| {
        ways.accounts
            .iter()
            .all(|has| has.account.provider != one.id)
    };
    let others: Vec<_> = upstream::providers(app).iter().filter(is_new).collect();
    let merges = merges::undoable(app, &here.user.id).await?;
    let csrf = csrf::issue(app, request.headers())?;
    let query = read_query(request);
    let back = way_back(app, &query);
    let template = AccountPage {
        back: back.as_deref(),
        merges: &merges,
        user: here.name(),
        email: here.user.email.as_deref(),
        accounts: &ways.accounts,
        has_password: ways.has_password,
        takes_passkeys: app.passkeys.is_some(),
        takes_passwords: app.config.passwords.is_on(),
        others: &others,
        csrf_token: &csrf.token,
        done: query.get("done").and_then(done),
    };
    let response = page(StatusCode::OK, &template, Forms::MayLeave)?;
    Ok(csrf.kept_by(response))
}

/// Returns the success message of a code in the URL; only codes of this closed list have one.
fn done(what: &str) -> Option<&'static str> {
    match what {
        "added" => Some("It was added. From now on it signs in to this account."),
        "address" => Some("Your address is confirmed."),
        "merged" => Some("The accounts are one now."),
        "separate" => Some("The accounts are separate again."),
        "removed" => Some("It was removed. It no longer signs in to this account."),
        _ => None,
    }
}

async fn led(
    app: &App,
    request: &Request,
    provider: &str,
    form: &Parameters,
) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let purpose = Purpose::Link {
        user_id: here.user.id,
        session: here.session.digest,
    };
    let back_to = way_back(app, form)
        .unwrap_or_else(|| format!("{}{ACCOUNT}?done=added", app.config.base.issuer));
    let beginning = Beginning {
        purpose,
        callback_url: &back_to,
        freshness: Freshness::default(),
    };
    match upstream::start(app, request.headers(), provider, beginning, |_| None).await? {
        Ok(departure) => {
            let mut response = see_other(&departure.url)?;
            for line in departure.cookies {
                response.headers_mut().append(header::SET_COOKIE, line);
            }
            Ok(response)
        }
        Err(_) => Ok(error_page(
            StatusCode::SERVICE_UNAVAILABLE,
            (
                "This provider cannot be reached",
                "Nothing was changed. Go back to your account page and try again in a moment.",
            ),
            Way::ACCOUNT,
        )),
    }
}

async fn removal(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let ways = ways::ways_of(app, &here.user).await?;
    let wanted = query.get("account").unwrap_or_default();
    let Some(account) = ways.accounts.iter().find(|one| one.account.id == wanted) else {
        return Ok(not_there());
    };
    if !ways.suffice_without(wanted) {
        return Ok(last_way_in());
    }
    let is_left = |one: &&ProviderAccount| one.works && one.account.id != wanted;
    let others: Vec<_> = ways.accounts.iter().filter(is_left).collect();
    let csrf = csrf::issue(app, request.headers())?;
    let template = RemovePage {
        account,
        email: here.user.email.as_deref(),
        others: &others,
        has_passkey: ways.has_passkey_beside(wanted),
        csrf_token: &csrf.token,
    };
    let response = page(StatusCode::OK, &template, Forms::StayHere)?;
    Ok(csrf.kept_by(response))
}

async fn removed(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = remove_by(app, request, form, key.as_ref()).await?;
    or_first_answer(app, request, key.as_ref(), response).await
}

async fn remove_by(
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
    let account_id = form.get("account").unwrap_or_default();
    let done = format!("{ACCOUNT}?done=removed");
    let asker = here.asker(network_of(app, request), here.renewing(key, &done));
    match unlink(app, asker, account_id).await? {
        UnlinkOutcome::Done(goes_on) => back_as(app, goes_on, &done),
        UnlinkOutcome::LastWayIn => Ok(last_way_in()),
        UnlinkOutcome::NotThere => Ok(not_there()),
        UnlinkOutcome::SignedOut => to_sign_in(ACCOUNT),
    }
}
