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
use crate::http::cookies::percent_encode;
use crate::http::i18n::{fill, say};
use crate::http::pages::{self, FormTargets};
use crate::identity::mail;
use crate::protocol::branding::{Brand, brand_of};
use crate::sign_in::upstream::{self, Provider};

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
    context: &SignInContext,
    choice: ProviderChoice<'_>,
) -> Result<Response, Failure> {
    if let Some(address) = own_page::sign_in(context, choice) {
        return context.redirect(&address);
    }
    let providers = offered_providers(context).await;
    if let Some(attempt) = step_up_of(context, &providers).await {
        return step_up_page(context, &attempt).await;
    }
    let last_way = context.last_method();
    let installed = AvailableMethods {
        providers: &providers,
        has_passkeys: context.app.passkeys.is_some(),
        has_passwords: context.app.config.passwords.is_on(),
    };
    let methods = sign_in_methods(installed, last_way.as_deref());
    let error = context.query.get("error");
    // Keeps the typed address when a user returns from the page that waits for the email.
    let attempt = context.attempt();
    let typed = attempt.as_ref().map(|attempt| attempt.email.as_str());
    let address = context.address();
    let email = address.as_deref().or(typed);
    let template = SignInPage {
        brand: brand(context).await,
        host: context.host(),
        error: form_message(context),
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
        email: email.unwrap_or_default(),
        has_passkeys: installed.has_passkeys,
        is_known_way: is_first_last_used(&methods, last_way.as_deref()),
        is_wrong_password: error == Some("CredentialsSignin"),
        operator_hint: context.is_for_operator_link().then_some(OPERATOR_HINT),
        link_hint: (error == Some("OAuthAccountNotLinked")).then_some(LINK_HINT),
        methods,
    };
    if template.has_passkeys {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    context.page(StatusCode::OK, &template)
}

/// Returns the upstream providers that can satisfy the request. A failure is only logged and lists them all, because
/// the start of a sign-in checks again and refuses.
async fn offered_providers(context: &SignInContext) -> Vec<&Provider> {
    let requirements = SignInRequirements::read(&context.app, &context.callback_url).await;
    let requirements = requirements.unwrap_or_else(|failure| {
        log_failure(&failure);
        SignInRequirements::default()
    });
    // Leaves out providers that cannot prove the time of a sign-in if the request requires it.
    if requirements.freshness.is_required {
        upstream::providers_that_prove_time(&context.app).await
    } else {
        upstream::providers(&context.app).iter().collect()
    }
}

/// Returns the message above the forms: of an error, or of a stale form.
pub(super) fn form_message(context: &SignInContext) -> Option<&'static str> {
    if context.has_unusable_address() {
        return Some("Enter an email address that can receive mail.");
    }
    let error = context.query.get("error").and_then(sign_in_message);
    let is_stale = context.is_after_stale_form();
    error.or_else(|| is_stale.then(|| context.stale_form_message()))
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
async fn step_up_page(context: &SignInContext, attempt: &StepUp<'_>) -> Result<Response, Failure> {
    let error = context.query.get("error");
    let template = StepUpPage {
        brand: brand(context).await,
        error: form_message(context),
        is_wrong_password: error == Some("CredentialsSignin"),
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
        asked: attempt,
    };
    if attempt.has_passkey {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    context.page(StatusCode::OK, &template)
}

/// Returns the step-up of the request. A failure is only logged, because the page can still sign in.
async fn step_up_of<'a>(
    context: &'a SignInContext,
    offered: &[&'a Provider],
) -> Option<StepUp<'a>> {
    let session = context.session_id();
    let bound_for = &context.callback_url;
    step_up(&context.app, bound_for, session.as_deref(), offered)
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
pub(super) fn sign_out(context: &SignInContext) -> Result<Response, Failure> {
    if let Some(address) = own_page::sign_out(context) {
        return context.redirect(&address);
    }
    let template = SignOutPage {
        error: form_message(context),
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
    };
    context.page(StatusCode::OK, &template)
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
pub(super) async fn verify_request(context: &SignInContext) -> Result<Response, Failure> {
    if let Some(address) = own_page::verify_request(context) {
        return context.redirect(&address);
    }
    let attempt = context.attempt();
    // Without an attempt there is no code to type: it was used in this browser, or another browser requested the email.
    let spent = FinishedPage {
        sent_to: None,
        bound_for: &context.callback_url,
    };
    if attempt.is_none()
        && let Some(page) = signed_in_page(context, spent).await?
    {
        return Ok(page);
    }
    let is_wrong = context.query.get("error") == Some("Code");
    let error = match &attempt {
        Some(attempt) if is_wrong => Some(wrong_code(context, attempt).await?),
        Some(_) | None => None,
    };
    let stale = context.is_after_stale_form();
    let now = context.app.clock.now();
    let template = VerifyRequestPage {
        brand: brand(context).await,
        host: context.host(),
        issuer: &context.app.config.base.issuer,
        asked: attempt.as_ref(),
        error: error.or_else(|| stale.then(|| say(context.stale_form_message()).to_owned())),
        wait: attempt
            .as_ref()
            .map_or(0, |attempt| attempt.seconds_to_wait(now)),
        sent_at: attempt
            .as_ref()
            .map_or_else(String::new, EmailAttempt::sent_at),
        sign_in: SIGN_IN,
        csrf_token: &context.csrf.token,
        callback_url: &context.callback_url,
    };
    if template.asked.is_some() {
        return pages::page_with_script(StatusCode::OK, &template, FormTargets::AnyOrigin);
    }
    context.page(StatusCode::OK, &template)
}

/// Returns the message for a wrong code, with the number of attempts left.
async fn wrong_code(context: &SignInContext, attempt: &EmailAttempt) -> Result<String, Failure> {
    let left = mail::tries_left(&context.app, &attempt.secret).await?;
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
    context: &SignInContext,
    in_path: Option<&str>,
) -> Result<Response, Failure> {
    let code = context.query.get("error").or(in_path).unwrap_or_default();
    let page = ErrorPage::parse(code);
    if let ErrorPage::SignIn(code) = page {
        return context.redirect_to_auth(&format!("signin?error={code}"));
    }
    if let Some(address) = own_page::error(context, page) {
        return context.redirect(&address);
    }
    let (heading, text) = page.texts();
    let is_ours = page == ErrorPage::Configuration;
    let template = AuthErrorPage {
        brand: brand(context).await,
        heading,
        text,
        request_id: if is_ours { &context.request_id } else { "" },
        offers_sign_in: page.offers_sign_in(),
        host: context.host(),
        issuer: &context.app.config.base.issuer,
    };
    let status = StatusCode::from_u16(page.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    context.page(status, &template)
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
    context: &SignInContext,
    email: &str,
    path: &str,
) -> Result<Response, Failure> {
    let template = EmailLinkPage {
        brand: brand(context).await,
        host: context.host(),
        email,
        path,
        is_asked_here: context.attempt().is_some(),
        csrf_token: &context.csrf.token,
    };
    context.page(StatusCode::OK, &template)
}

/// Returns the brand of the client whose request leads here. A failure is only logged.
pub(super) async fn brand(context: &SignInContext) -> Option<Brand> {
    brand_of(&context.app, &context.callback_url)
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
    context: &SignInContext,
    spent: FinishedPage<'_>,
) -> Result<Option<Response>, Failure> {
    let Some(signed_in) = current_user(context).await? else {
        return Ok(None);
    };
    let account = signed_in.owner.user.shown_name();
    let brand = brand_of(&context.app, spent.bound_for).await;
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
    context.page(StatusCode::OK, &template).map(Some)
}

/// Returns whether this browser has a session.
pub(super) async fn is_signed_in(context: &SignInContext) -> Result<bool, Failure> {
    Ok(current_user(context).await?.is_some())
}

async fn current_user(context: &SignInContext) -> Result<Option<UserSession>, Failure> {
    match context.session_id() {
        Some(id) => read_session(&context.app, &id).await,
        None => Ok(None),
    }
}
