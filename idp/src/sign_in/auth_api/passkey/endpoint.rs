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
use crate::http::pages::{PageLink, error_page};
use crate::identity::passkeys::{self, AuthenticatorResponse};

/// The path to which a refused sign-in redirects.
const REFUSED: &str = "signin?error=CredentialsSignin";

/// Handles POST of `passkey/options`: returns the challenge for the device. `None` if passkeys are off.
pub(in super::super) fn begin(context: &SignInContext) -> Result<Option<Response>, Failure> {
    let Some(party) = &context.app.passkeys else {
        return Ok(None);
    };
    if !context.is_verified()? {
        return Ok(Some(json_response(StatusCode::FORBIDDEN, &json!({}))));
    }
    if exceeds_limit(context) {
        return Ok(Some(with_retry(json_response(
            StatusCode::TOO_MANY_REQUESTS,
            &json!({}),
        ))));
    }
    let beginning = passkeys::begin_sign_in(&context.app, party, &context.csrf.token)?;
    Ok(Some(json_response(StatusCode::OK, &json!(beginning))))
}

/// Handles POST of `callback/passkey`: verifies the device's response. `None` if passkeys are off.
pub(in super::super) async fn sign_in(
    context: &mut SignInContext,
) -> Result<Option<Response>, Failure> {
    let app = Arc::clone(&context.app);
    let Some(party) = &app.passkeys else {
        return Ok(None);
    };
    let ceremony = context.body.get("ceremony").unwrap_or_default();
    let key = context.repeat_key("passkey", ceremony)?;
    if !context.is_verified()? {
        return match repeat_response(context, key.as_ref()).await? {
            Some(response) => Ok(Some(response)),
            None => context.redirect_stale_form("signin").map(Some),
        };
    }
    if exceeds_limit(context) {
        let words = "Wait five minutes, or sign in another way.";
        let page = error_page(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many attempts",
            words,
            PageLink::SIGN_IN,
        );
        return Ok(Some(with_retry(page)));
    }
    let session = context.session_id();
    let assertion = AuthenticatorResponse {
        ceremony: context.body.get("ceremony").unwrap_or_default(),
        credential: context.body.get("credential").unwrap_or_default(),
        browser: &context.csrf.token,
        network: context.network,
    };
    let visitor = BrowserContext {
        repeat: key.as_ref(),
        ..context.browser_context(session.as_deref())
    };
    let response = match sign_in_with_passkey(&app, party, assertion, visitor).await? {
        PasskeySignInOutcome::SignedIn(started) => {
            let to = context.callback_url.clone();
            context.remember_method(PASSKEY);
            redirect_signed_in(context, &started, &to)?
        }
        PasskeySignInOutcome::Refused => context.refuse(StatusCode::UNAUTHORIZED, REFUSED)?,
        PasskeySignInOutcome::OtherUser => context.refuse_other_user()?,
        PasskeySignInOutcome::Denied => {
            context.refuse(StatusCode::FORBIDDEN, "error?error=AccessDenied")?
        }
    };
    Ok(Some(response))
}

/// Returns whether a network exceeds the limit of ceremonies. The limit is in memory, because a request that needs
/// nothing but a page must not write to the database.
fn exceeds_limit(context: &SignInContext) -> bool {
    let app = &context.app;
    !app.ceremonies.take(context.network, app.clock.now())
}

fn with_retry(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("300"));
    response
}
