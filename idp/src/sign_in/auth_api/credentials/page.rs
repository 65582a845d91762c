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
use crate::identity::passwords::{self, Password, PasswordLink, Weakness};
use crate::protocol::repeated_requests::RepeatKey;
use foundation::EmailAddress;

/// The path that asks a user to sign in again and returns to this page.
const SIGN_IN_FIRST: &str =
    "signin?error=SessionRequired&callbackUrl=%2Fapi%2Fauth%2Fpassword%2Fchange";
const PASSWORDS_DIFFER: &str = "The two new passwords are not the same.";
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
    context: &SignInContext,
    step: PasswordPage,
) -> Result<Option<Response>, Failure> {
    if !context.app.config.passwords.is_on() {
        return Ok(None);
    }
    match step {
        PasswordPage::New => new_page(context),
        PasswordPage::Sent => sent_page(context),
        PasswordPage::Set => {
            let link = presented_link(context.query.get("token"), context.query.get("email"));
            match link {
                Some(link) if passwords::is_live(&context.app, &link).await? => {
                    set_page(context, &link, None)
                }
                Some(link) => {
                    let spent = FinishedPage {
                        sent_to: Some(&link.email),
                        bound_for: &context.callback_url,
                    };
                    match signed_in_page(context, spent).await? {
                        Some(page) => Ok(page),
                        None => context.redirect_to_auth("error?error=Verification"),
                    }
                }
                None => context.redirect_to_auth("error?error=Verification"),
            }
        }
        PasswordPage::Change => match session_user(context).await? {
            Some(session_user)
                if session_user.has_password || session_user.is_fresh(context.app.clock.now()) =>
            {
                change_page(context, &session_user, None)
            }
            Some(_) | None => context.redirect_to_auth(SIGN_IN_FIRST),
        },
    }
    .map(Some)
}

/// Handles POST of a page; `None` if passwords are off, or the page has no form.
pub(in super::super) async fn receive(
    context: &mut SignInContext,
    step: PasswordPage,
) -> Result<Option<Response>, Failure> {
    if !context.app.config.passwords.is_on() {
        return Ok(None);
    }
    match step {
        PasswordPage::New => send_link(context).await,
        PasswordPage::Sent => return Ok(None),
        PasswordPage::Set => post_set_page(context).await,
        PasswordPage::Change => post_change_page(context).await,
    }
    .map(Some)
}

/// Sends a link; the response is equal for every address.
async fn send_link(context: &SignInContext) -> Result<Response, Failure> {
    if !context.is_verified()? {
        return context.redirect_stale_form("password/new");
    }
    let typed = context.body.get("email").unwrap_or_default();
    let Ok(address) = EmailAddress::parse(typed) else {
        return context.redirect_unusable_address("password/new");
    };
    let repeat = context.repeat_key("ask-password", address.as_str())?;
    let (app, network) = (&context.app, context.network);
    passwords::send_password_link(app, &address, network, repeat.as_ref()).await?;
    let mut response = context.redirect_to_auth("password/sent")?;
    context.forget_typed_address(&mut response)?;
    Ok(response)
}

async fn post_set_page(context: &mut SignInContext) -> Result<Response, Failure> {
    let body = &context.body;
    let Some(link) = presented_link(body.get("token"), body.get("email")) else {
        return context.redirect_to_auth("error?error=Verification");
    };
    let key = context.repeat_key("password-link", &link.token)?;
    if !context.is_verified()? {
        return match repeat_response(context, key.as_ref()).await? {
            Some(response) => Ok(response),
            None => set_page(context, &link, Some(context.stale_form_message())),
        };
    }
    let password = match new_password(context) {
        Ok(password) => password,
        Err(words) => return set_page(context, &link, Some(words)),
    };
    let session = context.session_id();
    let browser = BrowserContext {
        repeat: key.as_ref(),
        ..context.browser_context(session.as_deref())
    };
    match set_by_link(&context.app, &link, &password, browser).await? {
        SetPasswordOutcome::Set(started) => redirect_signed_in(context, &started),
        SetPasswordOutcome::Weak(weakness) => set_page(context, &link, Some(weakness.message())),
        SetPasswordOutcome::Unknown => set_page(context, &link, Some(UNKNOWN)),
        SetPasswordOutcome::Denied => context.redirect_to_auth("error?error=AccessDenied"),
        SetPasswordOutcome::OtherPerson => context.refuse_other_user(),
        SetPasswordOutcome::Busy => busy(context),
        SetPasswordOutcome::NotValid
        | SetPasswordOutcome::WrongCurrent
        | SetPasswordOutcome::SignInAgain => match repeat_response(context, key.as_ref()).await? {
            Some(response) => Ok(response),
            None => context.redirect_to_auth("error?error=Verification"),
        },
    }
}

async fn post_change_page(context: &mut SignInContext) -> Result<Response, Failure> {
    let typed = ["current", "password"].map(|name| context.body.get(name).unwrap_or_default());
    let key = context.repeat_key("password-change", &typed.join("\n"))?;
    // Looks for a repeated request first: the first one renewed the session and replaced the current password.
    if let Some(response) = repeat_response(context, key.as_ref()).await? {
        return Ok(response);
    }
    let response = change_by(context, key.as_ref()).await?;
    // Looks again, because a concurrent request may have changed the password since.
    Ok(repeat_response(context, key.as_ref())
        .await?
        .unwrap_or(response))
}

async fn change_by(
    context: &mut SignInContext,
    key: Option<&RepeatKey>,
) -> Result<Response, Failure> {
    let Some(session_user) = session_user(context).await? else {
        return context.redirect_to_auth(SIGN_IN_FIRST);
    };
    if !context.is_verified()? {
        return change_page(context, &session_user, Some(context.stale_form_message()));
    }
    let current = Password::read(context.body.get("current").unwrap_or_default());
    let (current, new) = match (current, new_password(context)) {
        (Ok(current), Ok(new)) => (current, new),
        (Err(_), _) => return change_page(context, &session_user, Some(WRONG_CURRENT)),
        (_, Err(words)) => return change_page(context, &session_user, Some(words)),
    };
    let session = context.session_id();
    let browser = BrowserContext {
        repeat: key,
        ..context.browser_context(session.as_deref())
    };
    match change(&context.app, &session_user, &current, &new, browser).await? {
        SetPasswordOutcome::Set(started) => redirect_signed_in(context, &started),
        SetPasswordOutcome::Weak(weakness) => {
            change_page(context, &session_user, Some(weakness.message()))
        }
        SetPasswordOutcome::WrongCurrent => {
            change_page(context, &session_user, Some(WRONG_CURRENT))
        }
        SetPasswordOutcome::Denied => context.redirect_to_auth("error?error=AccessDenied"),
        SetPasswordOutcome::OtherPerson => context.refuse_other_user(),
        SetPasswordOutcome::Busy => busy(context),
        SetPasswordOutcome::Unknown => change_page(
            context,
            &session_user,
            Some("Your account has no address yet."),
        ),
        SetPasswordOutcome::SignInAgain | SetPasswordOutcome::NotValid => {
            context.redirect_to_auth(SIGN_IN_FIRST)
        }
    }
}

/// Reads the new password of a form, typed twice; the error is the message for the user.
fn new_password(context: &SignInContext) -> Result<Password, &'static str> {
    let typed = context.body.get("password").unwrap_or_default();
    let again = context.body.get("again").unwrap_or_default();
    let password = Password::read(typed).map_err(Weakness::message)?;
    if typed == again {
        Ok(password)
    } else {
        Err(PASSWORDS_DIFFER)
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

async fn session_user(context: &SignInContext) -> Result<Option<SessionUser>, Failure> {
    match context.session_id() {
        Some(id) => find_session_user(&context.app, &id).await,
        None => Ok(None),
    }
}

fn new_page(context: &SignInContext) -> Result<Response, Failure> {
    let address = context.address();
    let template = NewPasswordPage {
        host: context.host(),
        error: form_message(context),
        may_register: context.app.config.passwords.mode == PasswordMode::Register,
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
        email: address.as_deref().unwrap_or_default(),
    };
    context.page(StatusCode::OK, &template)
}

fn sent_page(context: &SignInContext) -> Result<Response, Failure> {
    let template = LinkSentPage {
        host: context.host(),
        issuer: &context.app.config.base.issuer,
    };
    context.page(StatusCode::OK, &template)
}

fn set_page(
    context: &SignInContext,
    link: &PasswordLink,
    error: Option<&'static str>,
) -> Result<Response, Failure> {
    let template = SetPasswordPage {
        host: context.host(),
        error,
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
        link,
    };
    context.page(status_of(error), &template)
}

fn change_page(
    context: &SignInContext,
    session_user: &SessionUser,
    error: Option<&'static str>,
) -> Result<Response, Failure> {
    let template = ChangePasswordPage {
        host: context.host(),
        error,
        csrf_token: &context.csrf.token,
        email: session_user.user.email.as_deref().unwrap_or_default(),
        has_password: session_user.has_password,
    };
    context.page(status_of(error), &template)
}

fn status_of(error: Option<&'static str>) -> StatusCode {
    match error {
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    }
}
