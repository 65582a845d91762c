//! The faces of passkeys at sign-in: `passkey/options` and `callback/passkey`.

use foundation::Failure;
use poem::Response;
use poem::http::{StatusCode, header};
use serde_json::json;

use super::super::exchange::{Exchange, json_answer};
use super::enter::{Outcome, enter};
use crate::passkeys::{self, Answer};
use crate::sessions::session_cookie;

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
    let session = exchange.session_id();
    let answer = Answer {
        ceremony: exchange.body.get("ceremony").unwrap_or_default(),
        credential: exchange.body.get("credential").unwrap_or_default(),
        browser: &exchange.csrf.token,
    };
    let visitor = exchange.visitor(session.as_deref());
    let response = match enter(&exchange.app, party, answer, visitor).await? {
        Outcome::SignedIn(started) => {
            let mut response = exchange.lead_to(&exchange.callback_url)?;
            exchange.arrived();
            let line = session_cookie(&exchange.app, &started.id, started.expires_at)?;
            response.headers_mut().append(header::SET_COOKIE, line);
            response
        }
        Outcome::Refused => exchange.refuse(StatusCode::UNAUTHORIZED, REFUSED)?,
        Outcome::Denied => exchange.refuse(StatusCode::FORBIDDEN, "error?error=AccessDenied")?,
    };
    Ok(Some(response))
}
