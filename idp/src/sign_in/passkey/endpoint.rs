//! Handlers of passkeys at sign-in: `passkey/options` and `callback/passkey`.

use std::sync::Arc;

use foundation::Failure;
use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};
use serde_json::json;

use super::super::action::PASSKEY;
use super::super::context::{SignInContext, json_response};
use super::super::guard::{redirect_signed_in, repeat_response};
use super::super::start_session::BrowserContext;
use super::sign_in::{PasskeySignInOutcome, sign_in_with_passkey};
use crate::pages::{PageLink, error_page};
use crate::passkeys::{self, AuthenticatorResponse};

/// The path to which a refused sign-in redirects.
const REFUSED: &str = "signin?error=CredentialsSignin";

/// Handles POST of `passkey/options`: returns the challenge for the device. `None` if passkeys are off.
pub(in super::super) fn begin(exchange: &SignInContext) -> Result<Option<Response>, Failure> {
    let Some(party) = &exchange.app.passkeys else {
        return Ok(None);
    };
    if !exchange.is_verified()? {
        return Ok(Some(json_response(StatusCode::FORBIDDEN, &json!({}))));
    }
    if exceeds_limit(exchange) {
        return Ok(Some(with_retry(json_response(
            StatusCode::TOO_MANY_REQUESTS,
            &json!({}),
        ))));
    }
    let beginning = passkeys::begin_sign_in(&exchange.app, party, &exchange.csrf.token)?;
    Ok(Some(json_response(StatusCode::OK, &json!(beginning))))
}

/// Handles POST of `callback/passkey`: verifies the device's response. `None` if passkeys are off.
pub(in super::super) async fn sign_in(
    exchange: &mut SignInContext,
) -> Result<Option<Response>, Failure> {
    let app = Arc::clone(&exchange.app);
    let Some(party) = &app.passkeys else {
        return Ok(None);
    };
    let ceremony = exchange.body.get("ceremony").unwrap_or_default();
    let key = exchange.repeat_key("passkey", ceremony)?;
    if !exchange.is_verified()? {
        return match repeat_response(exchange, key.as_ref()).await? {
            Some(response) => Ok(Some(response)),
            None => exchange.redirect_stale_form("signin").map(Some),
        };
    }
    if exceeds_limit(exchange) {
        let words = "Wait five minutes, or sign in another way.";
        let page = error_page(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many attempts",
            words,
            PageLink::SIGN_IN,
        );
        return Ok(Some(with_retry(page)));
    }
    let session = exchange.session_id();
    let answer = AuthenticatorResponse {
        ceremony: exchange.body.get("ceremony").unwrap_or_default(),
        credential: exchange.body.get("credential").unwrap_or_default(),
        browser: &exchange.csrf.token,
        network: exchange.network,
    };
    let visitor = BrowserContext {
        repeat: key.as_ref(),
        ..exchange.browser_context(session.as_deref())
    };
    let response = match sign_in_with_passkey(&app, party, answer, visitor).await? {
        PasskeySignInOutcome::SignedIn(started) => {
            let to = exchange.callback_url.clone();
            exchange.remember_method(PASSKEY);
            redirect_signed_in(exchange, &started, &to)?
        }
        PasskeySignInOutcome::Refused => exchange.refuse(StatusCode::UNAUTHORIZED, REFUSED)?,
        PasskeySignInOutcome::OtherUser => exchange.refuse_other_person()?,
        PasskeySignInOutcome::Denied => {
            exchange.refuse(StatusCode::FORBIDDEN, "error?error=AccessDenied")?
        }
    };
    Ok(Some(response))
}

/// Returns whether a network exceeds the limit of ceremonies. The limit is in memory, because a request that needs
/// nothing but a page must not write to the database.
fn exceeds_limit(exchange: &SignInContext) -> bool {
    let app = &exchange.app;
    !app.ceremonies.take(exchange.network, app.clock.now())
}

fn with_retry(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("300"));
    response
}
