//! Redirects to the sign-in page, after which the request continues.

use super::received::ReceivedRequest;
use crate::app::App;
use crate::http::errors::{TokenError, with_parameters};
use crate::protocol::pending_requests::{self, PendingRequest};

/// Maximum length of a request in a callback URL, which travels through cookies and emails; longer ones are stored.
const MAX_CALLBACK_LENGTH: usize = 1500;

/// Returns the URL of the sign-in page. A short request is part of it, so that nothing is stored.
pub(super) async fn sign_in(app: &App, received: &ReceivedRequest) -> Result<String, TokenError> {
    let query = received.parameters.to_query();
    let must_wait = received.waiting.is_stored() || received.is_signed;
    let callback = if must_wait || query.len() > MAX_CALLBACK_LENGTH {
        store_request(app, received).await?.address()
    } else {
        format!("/oauth/authorize?{query}")
    };
    Ok(sign_in_address(received, &callback))
}

/// Returns the URL of the sign-in page; the stored request's time later shows that the sign-in is new.
pub(super) async fn sign_in_afresh(
    app: &App,
    received: &ReceivedRequest,
) -> Result<String, TokenError> {
    let callback = store_request(app, received).await?.address();
    Ok(sign_in_address(received, &callback))
}

/// Returns the pending request, which is stored unless it already is.
pub(super) async fn store_request(
    app: &App,
    received: &ReceivedRequest,
) -> Result<PendingRequest, TokenError> {
    if let Some(parked) = &received.waiting.pending {
        return Ok(parked.clone());
    }
    let pushed = received.waiting.pushed.as_deref();
    pending_requests::store_request(app, &received.parameters, pushed, received.network).await
}

pub(super) fn sign_in_address(received: &ReceivedRequest, callback: &str) -> String {
    let mut pairs = vec![("callbackUrl", callback)];
    let email = received.request.login_hint.as_deref();
    pairs.extend(
        email
            .filter(|hint| hint.contains('@'))
            .map(|hint| ("email", hint)),
    );
    // A stored request does not show its language to the sign-in pages.
    let locales = received.parameters.get("ui_locales");
    pairs.extend(locales.map(|locales| ("ui_locales", locales)));
    with_parameters("/api/auth/signin", &pairs)
}
