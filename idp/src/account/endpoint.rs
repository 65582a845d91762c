//! The account page and its forms, for who is signed in; they work without script.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::http::{HeaderValue, StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};

use super::guard::{Here, here, last_way_in, not_there, other_browser, out_of_date};
use super::unlink::Unlinked;
use super::ways::Linked;
use super::{address, unlink, ways};
use crate::app::App;
use crate::cookies::percent_encode;
use crate::mail::Address;
use crate::network::network_of;
use crate::pages::{Forms, error_page, failure_page, page};
use crate::parameters::{Form, Parameters, read_query};
use crate::sessions::{Started, session_cookie};
use crate::sign_in::csrf;
use crate::upstream::{self, Provider, Purpose};

const ACCOUNT: &str = "/api/auth/account";

#[derive(Template)]
#[template(path = "account/account.html")]
struct AccountPage<'a> {
    user: &'a str,
    email: Option<&'a str>,
    accounts: &'a [Linked],
    has_password: bool,
    takes_passkeys: bool,
    takes_passwords: bool,
    others: &'a [&'a Provider],
    csrf_token: &'a str,
    done: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "account/remove.html")]
struct RemovePage<'a> {
    account: &'a Linked,
    email: Option<&'a str>,
    others: &'a [&'a Linked],
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/address.html")]
struct AddressPage<'a> {
    email: Option<&'a str>,
    is_wrong: bool,
    csrf_token: &'a str,
}

#[derive(Template)]
#[template(path = "account/address_sent.html")]
struct AddressSentPage;

#[derive(Template)]
#[template(path = "account/address_confirm.html")]
struct ConfirmPage<'a> {
    user: &'a str,
    token: &'a str,
    csrf_token: &'a str,
}

/// GET of the account page.
#[handler]
pub(crate) async fn show(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, account(&app, request).await)
}

/// POST that leads to a provider, to add it to the ways in.
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

/// GET of the page that asks before a way in goes.
#[handler]
pub(crate) async fn remove_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, removal(&app, request).await)
}

/// POST that removes a way in.
#[handler]
pub(crate) async fn remove(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, removed(&app, request, &form).await)
}

/// GET of the form for an address.
#[handler]
pub(crate) async fn address_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, address_form(&app, request, false).await)
}

/// POST that sends the link to an address.
#[handler]
pub(crate) async fn ask_address(request: &Request, form: Form, app: Data<&Arc<App>>) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, asked_address(&app, request, &form).await)
}

/// GET of the link: one button. Looking changes nothing.
#[handler]
pub(crate) async fn confirm_page(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, confirmation(&app, request).await)
}

/// POST that takes the link.
#[handler]
pub(crate) async fn change_address(
    request: &Request,
    form: Form,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, changed_address(&app, request, &form).await)
}

fn or_page(request: &Request, answered: Result<Response, Failure>) -> Response {
    answered.unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

async fn account(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = here(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let ways = ways::ways_of(app, &here.user.id).await?;
    let is_new = |one: &&Provider| {
        ways.accounts
            .iter()
            .all(|has| has.account.provider != one.id)
    };
    let others: Vec<_> = upstream::providers(app).iter().filter(is_new).collect();
    let csrf = csrf::issue(app, request.headers())?;
    let query = read_query(request);
    let template = AccountPage {
        user: name_of(&here),
        email: here.user.email.as_deref(),
        accounts: &ways.accounts,
        has_password: ways.has_password,
        takes_passkeys: app.passkeys.is_some(),
        takes_passwords: app.config.passwords.is_on(),
        others: &others,
        csrf_token: &csrf.token,
        done: query.get("done").and_then(done),
    };
    Ok(with_token(
        page(StatusCode::OK, &template, Forms::MayLeave)?,
        csrf,
    ))
}

/// What happened just now, by the closed list of words that the address may carry.
fn done(what: &str) -> Option<&'static str> {
    match what {
        "added" => Some("It was added. From now on it signs in to this account."),
        "address" => Some("Your address is confirmed."),
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
    let back_to = format!("{}{ACCOUNT}?done=added", app.config.base.issuer);
    let wanted = (purpose, back_to.as_str());
    match upstream::start(app, request.headers(), provider, wanted, |_| None).await? {
        Ok(departure) => {
            let mut response = see_other(&departure.url)?;
            for line in departure.cookies {
                response.headers_mut().append(header::SET_COOKIE, line);
            }
            Ok(response)
        }
        Err(_) => Ok(error_page(
            StatusCode::SERVICE_UNAVAILABLE,
            "This provider cannot be reached",
            "Nothing was changed. Go back to your account page and try again in a moment.",
        )),
    }
}

async fn removal(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let query = read_query(request);
    let accounts = ways::ways_of(app, &here.user.id).await?.accounts;
    let wanted = query.get("account").unwrap_or_default();
    let Some(account) = accounts.iter().find(|one| one.account.id == wanted) else {
        return Ok(not_there());
    };
    let others: Vec<_> = accounts
        .iter()
        .filter(|one| one.account.id != wanted)
        .collect();
    if others.is_empty() && here.user.email.is_none() {
        return Ok(last_way_in());
    }
    let csrf = csrf::issue(app, request.headers())?;
    let template = RemovePage {
        account,
        email: here.user.email.as_deref(),
        others: &others,
        csrf_token: &csrf.token,
    };
    Ok(with_token(
        page(StatusCode::OK, &template, Forms::StayHere)?,
        csrf,
    ))
}

async fn removed(app: &App, request: &Request, form: &Parameters) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in(ACCOUNT);
    };
    let account_id = form.get("account").unwrap_or_default();
    let network = network_of(app, request);
    match unlink::unlink(app, &here, account_id, network).await? {
        Unlinked::Done(started) => back(app, &started, "removed"),
        Unlinked::LastWayIn => Ok(last_way_in()),
        Unlinked::NotThere => Ok(not_there()),
    }
}

async fn address_form(app: &App, request: &Request, is_wrong: bool) -> Result<Response, Failure> {
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in("/api/auth/account/email");
    };
    let csrf = csrf::issue(app, request.headers())?;
    let template = AddressPage {
        email: here.user.email.as_deref(),
        is_wrong,
        csrf_token: &csrf.token,
    };
    let status = if is_wrong {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    Ok(with_token(page(status, &template, Forms::StayHere)?, csrf))
}

async fn asked_address(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = fresh(app, request).await? else {
        return to_sign_in("/api/auth/account/email");
    };
    let Some(to) = form.get("email").and_then(Address::parse) else {
        return address_form(app, request, true).await;
    };
    address::ask(app, &here, &to).await?;
    page(StatusCode::OK, &AddressSentPage, Forms::StayHere)
}

async fn confirmation(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(here) = here(app, request).await? else {
        return Ok(other_browser());
    };
    let query = read_query(request);
    let csrf = csrf::issue(app, request.headers())?;
    let template = ConfirmPage {
        user: name_of(&here),
        token: query.get("token").unwrap_or_default(),
        csrf_token: &csrf.token,
    };
    Ok(with_token(
        page(StatusCode::OK, &template, Forms::StayHere)?,
        csrf,
    ))
}

async fn changed_address(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = here(app, request).await? else {
        return Ok(other_browser());
    };
    let token = form.get("token").unwrap_or_default();
    let network = network_of(app, request);
    match address::change(app, &here, token, network).await? {
        address::Changed::Done(started) => back(app, &started, "address"),
        address::Changed::Taken => Ok(error_page(
            StatusCode::CONFLICT,
            "This address has an account of its own",
            "Sign out and sign in with the address to get there. Nothing was changed here.",
        )),
        address::Changed::NotValid => Ok(error_page(
            StatusCode::FORBIDDEN,
            "This link is no longer valid",
            "It may have been used already, it may have expired, or it was sent for another account.",
        )),
    }
}

/// Who signed in a moment ago; anybody else has to sign in first.
async fn fresh(app: &App, request: &Request) -> Result<Option<Here>, Failure> {
    let here = here(app, request).await?;
    Ok(here.filter(|here| here.is_fresh(app.clock.now())))
}

fn is_ours(app: &App, request: &Request, form: &Parameters) -> Result<bool, Failure> {
    let token = form.get("csrfToken").unwrap_or_default();
    Ok(!form.is_malformed() && csrf::verify(app, request.headers(), token)?)
}

fn name_of(here: &Here) -> &str {
    let user = &here.user;
    let name = user.email.as_deref().or(user.name.as_deref());
    name.unwrap_or(&user.id)
}

fn to_sign_in(back_to: &str) -> Result<Response, Failure> {
    let back_to = percent_encode(back_to);
    see_other(&format!(
        "/api/auth/signin?error=SessionRequired&callbackUrl={back_to}"
    ))
}

fn back(app: &App, started: &Started, done: &str) -> Result<Response, Failure> {
    let mut response = see_other(&format!("{ACCOUNT}?done={done}"))?;
    let line = session_cookie(app, &started.id, started.expires_at)?;
    response.headers_mut().append(header::SET_COOKIE, line);
    Ok(response)
}

fn see_other(to: &str) -> Result<Response, Failure> {
    let location =
        HeaderValue::from_str(to).map_err(|error| Failure::broken("writing a Location", error))?;
    let response = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, location);
    Ok(response.finish())
}

fn with_token(mut response: Response, csrf: csrf::Csrf) -> Response {
    if let Some(line) = csrf.set_cookie {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    response
}
