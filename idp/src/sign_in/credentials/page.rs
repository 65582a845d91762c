//! Pages about passwords: requesting a link, setting a password by it, and changing it while signed in.

use askama::Template;
use foundation::Failure;
use poem::Response;
use poem::http::StatusCode;

use super::super::action::PasswordPage;
use super::super::context::SignInContext;
use super::super::guard::repeat_response;
use super::super::page::{FinishedPage, form_message, signed_in_page};
use super::super::start_session::BrowserContext;
use super::endpoint::{busy, redirect_signed_in};
use super::session_user::{SessionUser, find_session_user};
use super::set_password::{SetPasswordOutcome, change, set_by_link};
use crate::config::PasswordMode;
use crate::passwords::{self, Password, PasswordLink, Weakness};
use crate::repeats::RepeatKey;
use foundation::EmailAddress;

/// The path that asks a user to sign in again and returns to this page.
const SIGN_IN_FIRST: &str =
    "signin?error=SessionRequired&callbackUrl=%2Fapi%2Fauth%2Fpassword%2Fchange";
const NOT_THE_SAME: &str = "The two new passwords are not the same.";
const WRONG_CURRENT: &str = "The current password is not right.";
const UNKNOWN: &str =
    "There is no account with this address, and none can be made here with a password.";

#[derive(Template)]
#[template(path = "passwords/new.html")]
struct NewPasswordPage<'a> {
    host: &'a str,
    error: Option<&'static str>,
    may_register: bool,
    csrf_token: &'a str,
    callback_url: &'a str,
    email: &'a str,
}

#[derive(Template)]
#[template(path = "passwords/sent.html")]
struct LinkSentPage<'a> {
    host: &'a str,
    issuer: &'a str,
}

#[derive(Template)]
#[template(path = "passwords/set.html")]
struct SetPasswordPage<'a> {
    host: &'a str,
    error: Option<&'static str>,
    csrf_token: &'a str,
    callback_url: &'a str,
    link: &'a PasswordLink,
}

#[derive(Template)]
#[template(path = "passwords/change.html")]
struct ChangePasswordPage<'a> {
    host: &'a str,
    error: Option<&'static str>,
    csrf_token: &'a str,
    email: &'a str,
    has_password: bool,
}

/// Handles GET of a page; `None` if passwords are off.
pub(in super::super) async fn show(
    exchange: &SignInContext,
    step: PasswordPage,
) -> Result<Option<Response>, Failure> {
    if !exchange.app.config.passwords.is_on() {
        return Ok(None);
    }
    match step {
        PasswordPage::New => new_page(exchange),
        PasswordPage::Sent => sent_page(exchange),
        PasswordPage::Set => {
            let link = presented_link(exchange.query.get("token"), exchange.query.get("email"));
            match link {
                Some(link) if passwords::is_live(&exchange.app, &link).await? => {
                    set_page(exchange, &link, None)
                }
                Some(link) => {
                    let spent = FinishedPage {
                        sent_to: Some(&link.email),
                        bound_for: &exchange.callback_url,
                    };
                    match signed_in_page(exchange, spent).await? {
                        Some(page) => Ok(page),
                        None => exchange.redirect_to_auth("error?error=Verification"),
                    }
                }
                None => exchange.redirect_to_auth("error?error=Verification"),
            }
        }
        PasswordPage::Change => match session_user(exchange).await? {
            Some(person) if person.has_password || person.is_fresh(exchange.app.clock.now()) => {
                change_page(exchange, &person, None)
            }
            Some(_) | None => exchange.redirect_to_auth(SIGN_IN_FIRST),
        },
    }
    .map(Some)
}

/// Handles POST of a page; `None` if passwords are off, or the page has no form.
pub(in super::super) async fn receive(
    exchange: &mut SignInContext,
    step: PasswordPage,
) -> Result<Option<Response>, Failure> {
    if !exchange.app.config.passwords.is_on() {
        return Ok(None);
    }
    match step {
        PasswordPage::New => send_link(exchange).await,
        PasswordPage::Sent => return Ok(None),
        PasswordPage::Set => post_set_page(exchange).await,
        PasswordPage::Change => post_change_page(exchange).await,
    }
    .map(Some)
}

/// Sends a link; the response is equal for every address.
async fn send_link(exchange: &SignInContext) -> Result<Response, Failure> {
    if !exchange.is_verified()? {
        return exchange.redirect_stale_form("password/new");
    }
    let typed = exchange.body.get("email").unwrap_or_default();
    let Ok(address) = EmailAddress::parse(typed) else {
        return exchange.redirect_unusable_address("password/new");
    };
    let repeat = exchange.repeat_key("ask-password", address.as_str())?;
    let (app, network) = (&exchange.app, exchange.network);
    passwords::send_password_link(app, &address, network, repeat.as_ref()).await?;
    let mut response = exchange.redirect_to_auth("password/sent")?;
    exchange.forget_typed_address(&mut response)?;
    Ok(response)
}

async fn post_set_page(exchange: &mut SignInContext) -> Result<Response, Failure> {
    let body = &exchange.body;
    let Some(link) = presented_link(body.get("token"), body.get("email")) else {
        return exchange.redirect_to_auth("error?error=Verification");
    };
    let key = exchange.repeat_key("password-link", &link.token)?;
    if !exchange.is_verified()? {
        return match repeat_response(exchange, key.as_ref()).await? {
            Some(response) => Ok(response),
            None => set_page(exchange, &link, Some(exchange.stale_form_message())),
        };
    }
    let password = match new_password(exchange) {
        Ok(password) => password,
        Err(words) => return set_page(exchange, &link, Some(words)),
    };
    let session = exchange.session_id();
    let visitor = BrowserContext {
        repeat: key.as_ref(),
        ..exchange.browser_context(session.as_deref())
    };
    match set_by_link(&exchange.app, &link, &password, visitor).await? {
        SetPasswordOutcome::Set(started) => redirect_signed_in(exchange, &started),
        SetPasswordOutcome::Weak(weakness) => set_page(exchange, &link, Some(weakness.message())),
        SetPasswordOutcome::Unknown => set_page(exchange, &link, Some(UNKNOWN)),
        SetPasswordOutcome::Denied => exchange.redirect_to_auth("error?error=AccessDenied"),
        SetPasswordOutcome::OtherPerson => exchange.refuse_other_person(),
        SetPasswordOutcome::Busy => busy(exchange),
        SetPasswordOutcome::NotValid
        | SetPasswordOutcome::WrongCurrent
        | SetPasswordOutcome::SignInAgain => match repeat_response(exchange, key.as_ref()).await? {
            Some(response) => Ok(response),
            None => exchange.redirect_to_auth("error?error=Verification"),
        },
    }
}

async fn post_change_page(exchange: &mut SignInContext) -> Result<Response, Failure> {
    let typed = ["current", "password"].map(|name| exchange.body.get(name).unwrap_or_default());
    let key = exchange.repeat_key("password-change", &typed.join("\n"))?;
    // Looks for a repeated request first: the first one renewed the session and replaced the current password.
    if let Some(response) = repeat_response(exchange, key.as_ref()).await? {
        return Ok(response);
    }
    let response = change_by(exchange, key.as_ref()).await?;
    // Looks again, because a concurrent request may have changed the password since.
    Ok(repeat_response(exchange, key.as_ref())
        .await?
        .unwrap_or(response))
}

async fn change_by(
    exchange: &mut SignInContext,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    let Some(person) = session_user(exchange).await? else {
        return exchange.redirect_to_auth(SIGN_IN_FIRST);
    };
    if !exchange.is_verified()? {
        return change_page(exchange, &person, Some(exchange.stale_form_message()));
    }
    let current = Password::read(exchange.body.get("current").unwrap_or_default());
    let (current, new) = match (current, new_password(exchange)) {
        (Ok(current), Ok(new)) => (current, new),
        (Err(_), _) => return change_page(exchange, &person, Some(WRONG_CURRENT)),
        (_, Err(words)) => return change_page(exchange, &person, Some(words)),
    };
    let session = exchange.session_id();
    let visitor = BrowserContext {
        repeat: key,
        ..exchange.browser_context(session.as_deref())
    };
    match change(&exchange.app, &person, &current, &new, visitor).await? {
        SetPasswordOutcome::Set(started) => redirect_signed_in(exchange, &started),
        SetPasswordOutcome::Weak(weakness) => {
            change_page(exchange, &person, Some(weakness.message()))
        }
        SetPasswordOutcome::WrongCurrent => change_page(exchange, &person, Some(WRONG_CURRENT)),
        SetPasswordOutcome::Denied => exchange.redirect_to_auth("error?error=AccessDenied"),
        SetPasswordOutcome::OtherPerson => exchange.refuse_other_person(),
        SetPasswordOutcome::Busy => busy(exchange),
        SetPasswordOutcome::Unknown => {
            change_page(exchange, &person, Some("Your account has no address yet."))
        }
        SetPasswordOutcome::SignInAgain | SetPasswordOutcome::NotValid => {
            exchange.redirect_to_auth(SIGN_IN_FIRST)
        }
    }
}

/// Reads the new password of a form, typed twice; the error is the message for the user.
fn new_password(exchange: &SignInContext) -> Result<Password, &'static str> {
    let typed = exchange.body.get("password").unwrap_or_default();
    let again = exchange.body.get("again").unwrap_or_default();
    let password = Password::read(typed).map_err(Weakness::message)?;
    if typed == again {
        Ok(password)
    } else {
        Err(NOT_THE_SAME)
    }
}

/// Returns the link that a request presents; `None` without a normalised address, because links go to no others.
fn presented_link(token: Option<&str>, email: Option<&str>) -> Option<PasswordLink> {
    let written = email?;
    let address = EmailAddress::parse(written)
        .ok()
        .filter(|address| address.as_str() == written)?;
    Some(PasswordLink {
        token: token?.to_owned(),
        email: address.into_string(),
    })
}

async fn session_user(exchange: &SignInContext) -> Result<Option<SessionUser>, Failure> {
    match exchange.session_id() {
        Some(id) => find_session_user(&exchange.app, &id).await,
        None => Ok(None),
    }
}

fn new_page(exchange: &SignInContext) -> Result<Response, Failure> {
    let address = exchange.address();
    let template = NewPasswordPage {
        host: exchange.host(),
        error: form_message(exchange),
        may_register: exchange.app.config.passwords.mode == PasswordMode::Register,
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
        email: address.as_deref().unwrap_or_default(),
    };
    exchange.page(StatusCode::OK, &template)
}

fn sent_page(exchange: &SignInContext) -> Result<Response, Failure> {
    let template = LinkSentPage {
        host: exchange.host(),
        issuer: &exchange.app.config.base.issuer,
    };
    exchange.page(StatusCode::OK, &template)
}

fn set_page(
    exchange: &SignInContext,
    link: &PasswordLink,
    error: Option<&'static str>,
) -> Result<Response, Failure> {
    let template = SetPasswordPage {
        host: exchange.host(),
        error,
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
        link,
    };
    exchange.page(status_of(error), &template)
}

fn change_page(
    exchange: &SignInContext,
    person: &SessionUser,
    error: Option<&'static str>,
) -> Result<Response, Failure> {
    let template = ChangePasswordPage {
        host: exchange.host(),
        error,
        csrf_token: &exchange.csrf.token,
        email: person.user.email.as_deref().unwrap_or_default(),
        has_password: person.has_password,
    };
    exchange.page(status_of(error), &template)
}

fn status_of(error: Option<&'static str>) -> StatusCode {
    match error {
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    }
}
