//! Pages of sign-in: forms that work without script, with the texts and ids that client libraries and tests expect.

use askama::Template;
use foundation::Failure;
use foundation::http::log_failure;
use poem::Response;
use poem::http::StatusCode;

use super::action::ProviderChoice;
use super::context::SignInContext;
use super::email_attempt::EmailAttempt;
use super::error_code::{ErrorPage, sign_in_message};
use super::methods::{AvailableMethods, SignInMethod, is_first_last_used, sign_in_methods};
use super::own_page;
use super::read_session::{UserSession, read_session};
use super::requirements::SignInRequirements;
use super::step_up::{StepUp, step_up};
use crate::brands::{Brand, brand_of};
use crate::cookies::percent_encode;
use crate::mail;
use crate::pages::{self, FormTargets};
use crate::texts::{fill, say};
use crate::upstream::{self, Provider};

/// The page on which users change the address that they typed.
const SIGN_IN: &str = "/api/auth/signin";
/// The hint for a user whose address belongs to an account with another sign-in method.
const LINK_HINT: &str = "Sign in the way you did before. Then you can add this way on {}.";
/// Text for a user who opened the operator link.
const OPERATOR_HINT: &str = "You opened the operator link. Sign in with the account that is to run this installation. It \
    becomes the operator on the next page.";

#[derive(Template)]
#[template(path = "sign_in/sign_in.html")]
struct SignInPage<'a> {
    brand: Option<Brand>,
    host: &'a str,
    error: Option<&'static str>,
    csrf_token: &'a str,
    callback_url: &'a str,
    email: &'a str,
    has_passkeys: bool,
    is_known_way: bool,
    is_wrong_password: bool,
    operator_hint: Option<&'static str>,
    link_hint: Option<&'static str>,
    methods: Vec<SignInMethod<'a>>,
}

/// Handles GET of `signin`: reads only `callbackUrl`, `error` and `email` of the query.
pub(super) async fn sign_in(
    exchange: &SignInContext,
    choice: ProviderChoice<'_>,
) -> Result<Response, Failure> {
    if let Some(address) = own_page::sign_in(exchange, choice) {
        return exchange.redirect(&address);
    }
    let providers = offered_providers(exchange).await;
    if let Some(asked) = step_up_of(exchange, &providers).await {
        return step_up_page(exchange, &asked).await;
    }
    let last_way = exchange.last_method();
    let installed = AvailableMethods {
        providers: &providers,
        has_passkeys: exchange.app.passkeys.is_some(),
        has_passwords: exchange.app.config.passwords.is_on(),
    };
    let methods = sign_in_methods(installed, last_way.as_deref());
    let error = exchange.query.get("error");
    // Keeps the typed address when a user returns from the page that waits for the email.
    let asked = exchange.attempt();
    let typed = asked.as_ref().map(|asked| asked.email.as_str());
    let address = exchange.address();
    let email = address.as_deref().or(typed);
    let template = SignInPage {
        brand: brand(exchange).await,
        host: exchange.host(),
        error: form_message(exchange),
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
        email: email.unwrap_or_default(),
        has_passkeys: installed.has_passkeys,
        is_known_way: is_first_last_used(&methods, last_way.as_deref()),
        is_wrong_password: error == Some("CredentialsSignin"),
        operator_hint: exchange.is_for_operator_link().then_some(OPERATOR_HINT),
        link_hint: (error == Some("OAuthAccountNotLinked")).then_some(LINK_HINT),
        methods,
    };
    if template.has_passkeys {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    exchange.page(StatusCode::OK, &template)
}

/// Returns the upstream providers that can satisfy the request. A failure is only logged and lists them all, because
/// the start of a sign-in checks again and refuses.
async fn offered_providers(exchange: &SignInContext) -> Vec<&Provider> {
    let wish = SignInRequirements::read(&exchange.app, &exchange.callback_url).await;
    let wish = wish.unwrap_or_else(|failure| {
        log_failure(&failure);
        SignInRequirements::default()
    });
    // Leaves out providers that cannot prove the time of a sign-in if the request requires it.
    if wish.freshness.is_required {
        upstream::providers_that_prove_time(&exchange.app).await
    } else {
        upstream::providers(&exchange.app).iter().collect()
    }
}

/// Returns the message above the forms: of an error, or of a stale form.
pub(super) fn form_message(exchange: &SignInContext) -> Option<&'static str> {
    if exchange.has_unusable_address() {
        return Some("Enter an email address that can receive mail.");
    }
    let error = exchange.query.get("error").and_then(sign_in_message);
    let is_stale = exchange.is_after_stale_form();
    error.or_else(|| is_stale.then(|| exchange.stale_form_message()))
}

#[derive(Template)]
#[template(path = "sign_in/step_up.html")]
struct StepUpPage<'a> {
    brand: Option<Brand>,
    error: Option<&'static str>,
    is_wrong_password: bool,
    csrf_token: &'a str,
    callback_url: &'a str,
    asked: &'a StepUp<'a>,
}

/// Returns the page for a user who has to authenticate again.
async fn step_up_page(exchange: &SignInContext, asked: &StepUp<'_>) -> Result<Response, Failure> {
    let error = exchange.query.get("error");
    let template = StepUpPage {
        brand: brand(exchange).await,
        error: form_message(exchange),
        is_wrong_password: error == Some("CredentialsSignin"),
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
        asked,
    };
    if asked.has_passkey {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    exchange.page(StatusCode::OK, &template)
}

/// Returns the step-up of the request. A failure is only logged, because the page can still sign in.
async fn step_up_of<'a>(
    exchange: &'a SignInContext,
    offered: &[&'a Provider],
) -> Option<StepUp<'a>> {
    let session = exchange.session_id();
    let bound_for = &exchange.callback_url;
    step_up(&exchange.app, bound_for, session.as_deref(), offered)
        .await
        .unwrap_or_else(|failure| {
            log_failure(&failure);
            None
        })
}

#[derive(Template)]
#[template(path = "sign_in/sign_out.html")]
struct SignOutPage<'a> {
    error: Option<&'static str>,
    csrf_token: &'a str,
    callback_url: &'a str,
}

/// Handles GET of `signout`.
pub(super) fn sign_out(exchange: &SignInContext) -> Result<Response, Failure> {
    if let Some(address) = own_page::sign_out(exchange) {
        return exchange.redirect(&address);
    }
    let template = SignOutPage {
        error: form_message(exchange),
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
    };
    exchange.page(StatusCode::OK, &template)
}

#[derive(Template)]
#[template(path = "sign_in/verify_request.html")]
struct VerifyRequestPage<'a> {
    brand: Option<Brand>,
    host: &'a str,
    issuer: &'a str,
    asked: Option<&'a EmailAttempt>,
    error: Option<String>,
    wait: i64,
    sent_at: String,
    sign_in: &'a str,
    csrf_token: &'a str,
    callback_url: &'a str,
}

/// Handles GET of `verify-request`: the browser that requested the email gets a field for the code.
pub(super) async fn verify_request(exchange: &SignInContext) -> Result<Response, Failure> {
    if let Some(address) = own_page::verify_request(exchange) {
        return exchange.redirect(&address);
    }
    let asked = exchange.attempt();
    // Without an attempt there is no code to type: it was used in this browser, or another browser requested the email.
    let spent = FinishedPage {
        sent_to: None,
        bound_for: &exchange.callback_url,
    };
    if asked.is_none()
        && let Some(page) = signed_in_page(exchange, spent).await?
    {
        return Ok(page);
    }
    let is_wrong = exchange.query.get("error") == Some("Code");
    let error = match &asked {
        Some(asked) if is_wrong => Some(wrong_code(exchange, asked).await?),
        Some(_) | None => None,
    };
    let stale = exchange.is_after_stale_form();
    let now = exchange.app.clock.now();
    let template = VerifyRequestPage {
        brand: brand(exchange).await,
        host: exchange.host(),
        issuer: &exchange.app.config.base.issuer,
        asked: asked.as_ref(),
        error: error.or_else(|| stale.then(|| say(exchange.stale_form_message()).to_owned())),
        wait: asked.as_ref().map_or(0, |asked| asked.seconds_to_wait(now)),
        sent_at: asked
            .as_ref()
            .map_or_else(String::new, EmailAttempt::sent_at),
        sign_in: SIGN_IN,
        csrf_token: &exchange.csrf.token,
        callback_url: &exchange.callback_url,
    };
    if template.asked.is_some() {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    exchange.page(StatusCode::OK, &template)
}

/// Returns the message for a wrong code, with the number of attempts left.
async fn wrong_code(exchange: &SignInContext, asked: &EmailAttempt) -> Result<String, Failure> {
    let left = mail::tries_left(&exchange.app, &asked.secret).await?;
    let more = match left {
        0 => {
            say("No attempts are left for this code. Use the link in the email, or send it again.")
                .to_owned()
        }
        1 => say("You have one attempt left.").to_owned(),
        left => fill("You have {} attempts left.", left),
    };
    let sentence = say("That code did not work. Check the newest email, or use the link in it.");
    Ok(format!("{sentence} {more}"))
}

#[derive(Template)]
#[template(path = "sign_in/error.html")]
struct AuthErrorPage<'a> {
    brand: Option<Brand>,
    heading: &'static str,
    text: &'static str,
    request_id: &'a str,
    offers_sign_in: bool,
    host: &'a str,
    issuer: &'a str,
}

/// Handles GET of `error` and `error/{code}`.
pub(super) async fn error(
    exchange: &SignInContext,
    in_path: Option<&str>,
) -> Result<Response, Failure> {
    let code = exchange.query.get("error").or(in_path).unwrap_or_default();
    let page = ErrorPage::parse(code);
    if let ErrorPage::SignIn(code) = page {
        return exchange.redirect_to_auth(&format!("signin?error={code}"));
    }
    if let Some(address) = own_page::error(exchange, page) {
        return exchange.redirect(&address);
    }
    let (heading, text) = page.texts();
    let is_ours = page == ErrorPage::Configuration;
    let template = AuthErrorPage {
        brand: brand(exchange).await,
        heading,
        text,
        request_id: if is_ours { &exchange.request_id } else { "" },
        offers_sign_in: page.offers_sign_in(),
        host: exchange.host(),
        issuer: &exchange.app.config.base.issuer,
    };
    let status = StatusCode::from_u16(page.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    exchange.page(status, &template)
}

#[derive(Template)]
#[template(path = "sign_in/email_link.html")]
struct EmailLinkPage<'a> {
    brand: Option<Brand>,
    host: &'a str,
    email: &'a str,
    path: &'a str,
    is_asked_here: bool,
    csrf_token: &'a str,
}

/// Returns the page that the link of an email opens: only its button signs in.
pub(super) async fn email_link(
    exchange: &SignInContext,
    email: &str,
    path: &str,
) -> Result<Response, Failure> {
    let template = EmailLinkPage {
        brand: brand(exchange).await,
        host: exchange.host(),
        email,
        path,
        is_asked_here: exchange.attempt().is_some(),
        csrf_token: &exchange.csrf.token,
    };
    exchange.page(StatusCode::OK, &template)
}

/// Returns the brand of the client whose request leads here. A failure is only logged.
pub(super) async fn brand(exchange: &SignInContext) -> Option<Brand> {
    brand_of(&exchange.app, &exchange.callback_url)
        .await
        .unwrap_or_else(|failure| {
            log_failure(&failure);
            None
        })
}

#[derive(Template)]
#[template(path = "sign_in/signed_in.html")]
struct SignedInPage<'a> {
    brand: Option<Brand>,
    account: &'a str,
    sent_to: Option<&'a str>,
    bound_for: &'a str,
    other: &'a str,
}

/// Page whose purpose is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct FinishedPage<'a> {
    /// The address that its link was sent to.
    pub(super) sent_to: Option<&'a str>,
    /// The destination: a URL of ours, checked.
    pub(super) bound_for: &'a str,
}

/// Returns the page for a signed-in user who opens a page whose purpose is done; `None` without a session.
pub(super) async fn signed_in_page(
    exchange: &SignInContext,
    spent: FinishedPage<'_>,
) -> Result<Option<Response>, Failure> {
    let Some(signed_in) = current_user(exchange).await? else {
        return Ok(None);
    };
    let account = signed_in.owner.user.shown_name();
    let brand = brand_of(&exchange.app, spent.bound_for).await;
    let other = format!(
        "/api/auth/signin?callbackUrl={}",
        percent_encode(spent.bound_for)
    );
    let template = SignedInPage {
        brand: brand.unwrap_or_else(|failure| {
            log_failure(&failure);
            None
        }),
        account,
        sent_to: spent.sent_to.filter(|sent_to| *sent_to != account),
        bound_for: spent.bound_for,
        other: &other,
    };
    exchange.page(StatusCode::OK, &template).map(Some)
}

/// Returns whether this browser has a session.
pub(super) async fn is_signed_in(exchange: &SignInContext) -> Result<bool, Failure> {
    Ok(current_user(exchange).await?.is_some())
}

async fn current_user(exchange: &SignInContext) -> Result<Option<UserSession>, Failure> {
    match exchange.session_id() {
        Some(id) => read_session(&exchange.app, &id).await,
        None => Ok(None),
    }
}
