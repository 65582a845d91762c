//! The faces of passkeys at sign-in: `passkey/options` and `callback/passkey`.

use foundation::Failure;
use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};
use serde_json::json;

use super::super::exchange::{Exchange, json_answer};
use super::enter::{Outcome, enter};
use crate::pages::error_page;
use crate::passkeys::{self, Answer};
use crate::sessions::put_cookies;

/// Where a refused sign-in leads to.
const REFUSED: &str = "signin?error=CredentialsSignin";

/// POST of `passkey/options`: what the device is to be asked. `None` when there are no passkeys.
pub(in super::super) fn begin(exchange: &Exchange) -> Result<Option<Response>, Failure> {
    let Some(party) = &exchange.app.passkeys else {
        return Ok(None);
    };
    if !exchange.is_verified()? {
        return Ok(Some(json_answer(StatusCode::FORBIDDEN, &json!({}))));
    }
    if is_too_much(exchange) {
        return Ok(Some(with_retry(json_answer(
            StatusCode::TOO_MANY_REQUESTS,
            &json!({}),
        ))));
    }
    let beginning = passkeys::begin_sign_in(&exchange.app, party, &exchange.csrf.token)?;
    Ok(Some(json_answer(StatusCode::OK, &json!(beginning))))
}

/// POST of `callback/passkey`: the device's answer. `None` when there are no passkeys.
pub(in super::super) async fn sign_in(
    exchange: &mut Exchange,
) -> Result<Option<Response>, Failure> {
    let Some(party) = &exchange.app.passkeys else {
        return Ok(None);
    };
    if !exchange.is_verified()? {
        return exchange.lead_to_auth("signin?csrf=true").map(Some);
    }
    if is_too_much(exchange) {
        let words = "Wait five minutes, or sign in another way.";
        let page = error_page(StatusCode::TOO_MANY_REQUESTS, "Too many tries", words);
        return Ok(Some(with_retry(page)));
    }
    let session = exchange.session_id();
    let answer = Answer {
        ceremony: exchange.body.get("ceremony").unwrap_or_default(),
        credential: exchange.body.get("credential").unwrap_or_default(),
        browser: &exchange.csrf.token,
        network: exchange.network,
    };
    let visitor = exchange.visitor(session.as_deref());
    let response = match enter(&exchange.app, party, answer, visitor).await? {
        Outcome::SignedIn(started) => {
            let mut response = exchange.lead_to(&exchange.callback_url)?;
            exchange.arrived();
            put_cookies(
                &exchange.app,
                &mut response,
                &started.id,
                started.expires_at,
            )?;
            response
        }
        Outcome::Refused => exchange.refuse(StatusCode::UNAUTHORIZED, REFUSED)?,
        Outcome::Denied => exchange.refuse(StatusCode::FORBIDDEN, "error?error=AccessDenied")?,
    };
    Ok(Some(response))
}

/// Whether a network does more of this than people do. Beside the database: whoever asks for nothing but a page must not
/// write into it.
fn is_too_much(exchange: &Exchange) -> bool {
    let app = &exchange.app;
    !app.ceremonies.take(exchange.network, app.clock.now())
}

fn with_retry(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("300"));
    response
}
