//! The faces of the e-mail provider: `signin/email` and `callback/email`.

use foundation::Failure;
use poem::Response;
use poem::http::{StatusCode, header};

use super::super::admit::Visitor;
use super::super::callback_url::choose;
use super::super::complete::{Outcome, Proof, complete};
use super::super::exchange::{Exchange, text};
use super::super::own_page::after_sign_in;
use super::super::page;
use crate::cookies::Origin;
use crate::mail::{self, LinkRequest, SignInLink};
use crate::sessions::{Started, put_cookies};
use foundation::EmailAddress;

/// POST of `signin/email`: sends a mail. The answer is the same whether or not the address is known, was sent
/// too many mails of late, or belongs to somebody who may not sign in.
pub(in super::super) async fn ask(exchange: &Exchange) -> Result<Response, Failure> {
    if !exchange.is_verified()? {
        return exchange.lead_to_auth("signin?csrf=true");
    }
    let typed = exchange.body.get("email").unwrap_or_default();
    let Ok(address) = EmailAddress::parse(typed) else {
        return exchange.lead_to_auth("error?error=EmailSignin");
    };
    let fresh = exchange.app.random.token()?;
    let request = LinkRequest {
        to: &address,
        callback_url: &exchange.callback_url,
        attempt: &fresh,
        network: exchange.network,
    };
    let is_queued = mail::send_link(&exchange.app, request).await?;
    // Without a new mail the code of the last one goes on counting here.
    let kept = exchange.attempt().filter(|_| !is_queued);
    let line = exchange.attempt_cookie(Some(&kept.unwrap_or(fresh)))?;
    let mut response = exchange.lead_to_auth("verify-request?provider=email&type=email")?;
    response.headers_mut().append(header::SET_COOKIE, line);
    Ok(response)
}

/// GET of `callback/email`: one page with one button. Looking at a link never uses it up.
pub(in super::super) async fn link_page(exchange: &Exchange) -> Result<Response, Failure> {
    let Some(link) = presented(exchange) else {
        return exchange.lead_to_auth("error?error=configuration");
    };
    if mail::is_live(&exchange.app, &link).await? {
        page::email_link(exchange, &link.email, &link.path()).await
    } else {
        exchange.lead_to_auth("error?error=Verification")
    }
}

/// POST of `callback/email`: the link, whose parameters are in the query on POST too, or a typed code.
pub(in super::super) async fn prove(exchange: &mut Exchange) -> Result<Response, Failure> {
    if let Some(link) = presented(exchange) {
        return prove_by_link(exchange, &link).await;
    }
    match exchange.body.get("code").map(ToOwned::to_owned) {
        Some(typed) => prove_by_code(exchange, &typed).await,
        None => exchange.lead_to_auth("error?error=configuration"),
    }
}

/// The token is the guard here, as the surface has it. But a stranger's page must not sign a person in with
/// the stranger's own link; where the browser hides the request's origin our page's token has to show it.
async fn prove_by_link(exchange: &mut Exchange, link: &SignInLink) -> Result<Response, Failure> {
    if exchange.origin == Origin::Hidden && !exchange.is_verified()? {
        let words = "This request does not come from the page that the link opens.";
        return Ok(text(StatusCode::FORBIDDEN, words));
    }
    let proof = Proof::Link(link);
    match outcome(exchange, proof, &link.callback_url).await? {
        Outcome::SignedIn {
            started, is_new, ..
        } => {
            let to = after_sign_in(exchange, is_new, &link.callback_url);
            signed_in(exchange, &started, &to)
        }
        Outcome::NotValid => exchange.lead_to_auth("error?error=Verification"),
        Outcome::Denied => exchange.lead_to_auth("error?error=AccessDenied"),
        Outcome::NotCreated => exchange.lead_to_auth("error?error=EmailCreateAccount"),
        Outcome::Broken => exchange.lead_to_auth("error?error=Callback"),
    }
}

async fn prove_by_code(exchange: &mut Exchange, typed: &str) -> Result<Response, Failure> {
    if !exchange.is_verified()? {
        return exchange.lead_to_auth("verify-request?csrf=true");
    }
    let Some(attempt) = exchange.attempt() else {
        return exchange.lead_to_auth("verify-request?error=Code");
    };
    let proof = Proof::Code {
        attempt: &attempt,
        typed,
    };
    match outcome(exchange, proof, &exchange.callback_url).await? {
        Outcome::SignedIn {
            started,
            is_new,
            wanted,
        } => {
            let base = &exchange.app.config.base.issuer;
            let wanted = choose([wanted.as_deref()], base);
            let to = after_sign_in(exchange, is_new, &wanted);
            signed_in(exchange, &started, &to)
        }
        Outcome::NotValid => exchange.lead_to_auth("verify-request?error=Code"),
        Outcome::Denied => exchange.lead_to_auth("error?error=AccessDenied"),
        Outcome::NotCreated => exchange.lead_to_auth("error?error=EmailCreateAccount"),
        Outcome::Broken => exchange.lead_to_auth("error?error=Callback"),
    }
}

async fn outcome(
    exchange: &Exchange,
    proof: Proof<'_>,
    bound_for: &str,
) -> Result<Outcome, Failure> {
    let session = exchange.session_id();
    let visitor = Visitor {
        bound_for,
        ..exchange.visitor(session.as_deref())
    };
    complete(&exchange.app, proof, visitor).await
}

fn signed_in(exchange: &mut Exchange, started: &Started, to: &str) -> Result<Response, Failure> {
    let mut response = exchange.lead_to(to)?;
    exchange.arrived();
    put_cookies(
        &exchange.app,
        &mut response,
        &started.id,
        started.expires_at,
    )?;
    if exchange.attempt().is_some() {
        let line = exchange.attempt_cookie(None)?;
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    Ok(response)
}

/// The link that a request presents; its address to go to is checked anew. `None` without a token.
fn presented(exchange: &Exchange) -> Option<SignInLink> {
    let token = exchange.query.get("token")?.to_owned();
    let written = exchange.query.get("email").unwrap_or_default();
    // No link was ever sent to what is no normalised address, and no database need be asked about it.
    let email = EmailAddress::parse(written)
        .ok()
        .filter(|address| address.as_str() == written);
    Some(SignInLink {
        token,
        email: email.map(EmailAddress::into_string).unwrap_or_default(),
        callback_url: choose(
            [exchange.query.get("callbackUrl")],
            &exchange.app.config.base.issuer,
        ),
    })
}
