//! Handlers of the email provider: `signin/email` and `callback/email`.

use foundation::Failure;
use poem::Response;
use poem::http::{StatusCode, header};

use super::super::action::EMAIL;
use super::super::callback_url::choose;
use super::super::context::{SignInContext, refusal};
use super::super::email_attempt::EmailAttempt;
use super::super::email_sign_in::{EmailProof, EmailSignInOutcome, complete_email_sign_in};
use super::super::guard::{self, find_repeated, repeat_response};
use super::super::own_page::after_sign_in;
use super::super::page::{self, FinishedPage, is_signed_in, signed_in_page};
use super::super::start_session::BrowserContext;
use crate::http::cookies::{RequestOrigin, percent_encode};
use crate::identity::mail::{self, EmailBrand, LinkRequest, SendLinkOutcome, SignInLink};
use crate::protocol::branding::Brand;
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions::SessionCookie;
use foundation::EmailAddress;

/// Handles POST of `signin/email`: sends an email. The response is equal for known and unknown addresses, exhausted
/// email limits, and users who may not sign in.
pub(in super::super) async fn send_email(context: &SignInContext) -> Result<Response, Failure> {
    if !context.is_verified()? {
        return context.redirect_stale_form("signin");
    }
    let typed = context.body.get("email").unwrap_or_default();
    let Ok(address) = EmailAddress::parse(typed) else {
        return context.redirect_unusable_address("error");
    };
    let fresh = EmailAttempt {
        secret: context.app.random.token()?,
        email: address.as_str().to_owned(),
        requested_at: context.app.clock.now(),
    };
    let brand = page::brand(context).await;
    let site = brand.as_ref().and_then(email_brand);
    let one_time = format!(
        "{} {} {}",
        address.as_str(),
        context.callback_url,
        previous_secret(context)
    );
    let repeat = context.repeat_key("ask", &one_time)?;
    let request = LinkRequest {
        to: &address,
        callback_url: &context.callback_url,
        attempt: &fresh.secret,
        site: site.as_ref(),
        network: context.network,
        repeat: repeat.as_ref(),
    };
    let secret = match mail::send_link(&context.app, request).await? {
        SendLinkOutcome::Queued => None,
        SendLinkOutcome::Repeated { attempt } => Some(attempt),
        // Keeps the secret of the last email to this address, because without a new email its code stays valid.
        SendLinkOutcome::OverBudget => {
            let last = context.attempt();
            let last = last.filter(|last| last.email == fresh.email);
            last.map(|last| last.secret)
        }
    };
    let attempt = match secret {
        Some(secret) => EmailAttempt { secret, ..fresh },
        None => fresh,
    };
    let line = context.attempt_cookie(Some(&attempt))?;
    let mut response = context.redirect_to_auth(&sent_page(context))?;
    response.headers_mut().append(header::SET_COOKIE, line);
    context.forget_typed_address(&mut response)?;
    Ok(response)
}

/// Returns the secret of the email that the user asks to be sent again. Such a request is new, and not a repetition of
/// the first.
fn previous_secret(context: &SignInContext) -> String {
    let is_again = context.body.get("again") == Some("true");
    let attempt = context.attempt().filter(|_| is_again);
    attempt
        .map(|requested| requested.secret)
        .unwrap_or_default()
}

/// Returns the path of the page that asks the user to read the email. It has the destination, because the link may be
/// used in another tab before the page is loaded again.
fn sent_page(context: &SignInContext) -> String {
    let page = "verify-request?provider=email&type=email";
    let is_default = context.callback_url == context.app.config.base.issuer;
    if is_default || context.wants_json() {
        return page.to_owned();
    }
    let to = percent_encode(&context.callback_url);
    format!("{page}&callbackUrl={to}")
}

/// Returns the client's website for an email. `None` for a client that registered itself, and for a name that an email
/// must not contain.
fn email_brand(brand: &Brand) -> Option<EmailBrand> {
    let colors = brand
        .color
        .map(|color| (color.name(), color.text_color().name()));
    let named = EmailBrand::new(&brand.name, brand.initial(), colors);
    named.filter(|_| brand.is_vouched_for)
}

/// Handles GET of `callback/email`: one page with one button. A GET never consumes a link.
pub(in super::super) async fn link_page(context: &SignInContext) -> Result<Response, Failure> {
    let Some(link) = presented_link(context) else {
        return context.redirect_to_auth("error?error=configuration");
    };
    if mail::is_live(&context.app, &link).await? {
        return page::email_link(context, &link.email, &link.path()).await;
    }
    let spent = FinishedPage {
        sent_to: Some(&link.email),
        bound_for: &link.callback_url,
    };
    if let Some(page) = signed_in_page(context, spent).await? {
        return Ok(page);
    }
    // Shows the button again after a lost response: it leads this browser to the result of the first request.
    let key = link_key(context, &link)?;
    match find_repeated(context, key.as_ref()).await? {
        Some(_) => page::email_link(context, &link.email, &link.path()).await,
        None => context.redirect_to_auth("error?error=Verification"),
    }
}

/// Returns the key of the request that consumes a link.
fn link_key(context: &SignInContext, link: &SignInLink) -> Result<Option<RepeatKey>, Failure> {
    context.repeat_key("link", &format!("{}|{}", link.token, link.email))
}

/// Handles POST of `callback/email`: the link, whose parameters are in the query on POST too, or a typed code.
pub(in super::super) async fn use_proof(context: &mut SignInContext) -> Result<Response, Failure> {
    if let Some(link) = presented_link(context) {
        return use_link(context, &link).await;
    }
    match context.body.get("code").map(ToOwned::to_owned) {
        Some(typed) => use_code(context, &typed).await,
        None => context.redirect_to_auth("error?error=configuration"),
    }
}

/// Signs in by a link. The link's token is enough, as clients of this API expect. But a page of an attacker must not sign a
/// user in with the attacker's own link: if the browser hides the request's origin, our page's CSRF token is required.
async fn use_link(context: &mut SignInContext, link: &SignInLink) -> Result<Response, Failure> {
    let key = link_key(context, link)?;
    if context.origin == RequestOrigin::Hidden && !context.is_verified()? {
        if let Some(response) = repeat_response(context, key.as_ref()).await? {
            return Ok(response);
        }
        let words = "This request does not come from the page that the link opens.";
        return Ok(refusal(&context.headers, StatusCode::FORBIDDEN, words));
    }
    let proof = EmailProof::Link(link);
    match complete(context, proof, &link.callback_url, key.as_ref()).await? {
        EmailSignInOutcome::SignedIn {
            started, is_new, ..
        } => {
            let to = after_sign_in(context, is_new, &link.callback_url);
            redirect_signed_in(context, &started, &to)
        }
        EmailSignInOutcome::NotValid => refuse_link(context, link).await,
        EmailSignInOutcome::Denied => context.redirect_to_auth("error?error=AccessDenied"),
        EmailSignInOutcome::OtherUser => context.refuse_other_user(),
        EmailSignInOutcome::NotCreated => {
            context.redirect_to_auth("error?error=EmailCreateAccount")
        }
        EmailSignInOutcome::Broken => context.redirect_to_auth("error?error=Callback"),
    }
}

/// Redirects after a used link: its page shows the signed-in user.
async fn refuse_link(context: &SignInContext, link: &SignInLink) -> Result<Response, Failure> {
    if is_signed_in(context).await? {
        let page = format!("{}{}", context.app.config.base.issuer, link.path());
        return context.redirect(&page);
    }
    context.redirect_to_auth("error?error=Verification")
}

async fn use_code(context: &mut SignInContext, typed: &str) -> Result<Response, Failure> {
    let key = context.repeat_key("code", typed)?;
    let attempt = context.attempt();
    let is_verified = context.is_verified()?;
    let (true, Some(attempt)) = (is_verified, attempt) else {
        // Looks for a repeated request: the first one started a session and removed the attempt's cookie.
        return match repeat_response(context, key.as_ref()).await? {
            Some(response) => Ok(response),
            None if is_verified => context.redirect_to_auth("verify-request?error=Code"),
            None => context.redirect_to_auth("verify-request?csrf=true"),
        };
    };
    let proof = EmailProof::Code {
        attempt: &attempt.secret,
        typed,
    };
    match complete(context, proof, &context.callback_url, key.as_ref()).await? {
        EmailSignInOutcome::SignedIn {
            started,
            is_new,
            wanted: requested,
        } => {
            let base = &context.app.config.base.issuer;
            let requested = choose([requested.as_deref()], base);
            let to = after_sign_in(context, is_new, &requested);
            redirect_signed_in(context, &started, &to)
        }
        EmailSignInOutcome::NotValid => context.redirect_to_auth("verify-request?error=Code"),
        EmailSignInOutcome::Denied => context.redirect_to_auth("error?error=AccessDenied"),
        EmailSignInOutcome::OtherUser => context.refuse_other_user(),
        EmailSignInOutcome::NotCreated => {
            context.redirect_to_auth("error?error=EmailCreateAccount")
        }
        EmailSignInOutcome::Broken => context.redirect_to_auth("error?error=Callback"),
    }
}

async fn complete(
    context: &SignInContext,
    proof: EmailProof<'_>,
    bound_for: &str,
    repeat: Option<&RepeatKey>,
) -> Result<EmailSignInOutcome, Failure> {
    let session = context.session_id();
    let browser = BrowserContext {
        destination: bound_for,
        repeat,
        ..context.browser_context(session.as_deref())
    };
    complete_email_sign_in(&context.app, proof, browser).await
}

fn redirect_signed_in(
    context: &mut SignInContext,
    started: &SessionCookie,
    to: &str,
) -> Result<Response, Failure> {
    let mut response = guard::redirect_signed_in(context, started, to)?;
    context.remember_method(EMAIL);
    if context.attempt().is_some() {
        let line = context.attempt_cookie(None)?;
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    Ok(response)
}

/// Returns the link that a request presents, with its redirect URL checked again. `None` without a token.
fn presented_link(context: &SignInContext) -> Option<SignInLink> {
    let token = context.query.get("token")?.to_owned();
    let written = context.query.get("email").unwrap_or_default();
    // Drops an address that is not normalised before any query, because links go to no such address.
    let email = EmailAddress::parse(written)
        .ok()
        .filter(|address| address.as_str() == written);
    Some(SignInLink {
        token,
        email: email.map(EmailAddress::into_string).unwrap_or_default(),
        callback_url: choose(
            [context.query.get("callbackUrl")],
            &context.app.config.base.issuer,
        ),
    })
}
