//! Taking a pushed request: the client proves itself, and every rule is checked that needs no session.

use crate::app::App;
use crate::authorize;
use crate::dpop;
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;
use crate::parking;
use crate::tokens::{self, Credentials};

/// What proves the client and is no part of its request: it must not be kept.
const PROOFS: [&str; 3] = ["client_assertion", "client_assertion_type", "client_secret"];

/// Keeps a request of a client that proved itself; gives the name under which the browser brings it.
pub(super) async fn push(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: Parameters,
) -> Result<String, Stopped> {
    if parameters.is_malformed() {
        return Err(OAuthError::invalid_request("A parameter comes twice or holds a NUL.").into());
    }
    let client = tokens::authenticate(app, credentials, &parameters).await?;
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::invalid_request(
            "request_uri is the answer to a pushed request and no part of one.",
        )
        .into());
    }
    let mut request = parameters.without(&PROOFS).with("client_id", &client.id);
    if let Some(key) = dpop::prove(app, &credentials.proof, None).await? {
        // Whoever proves a key here need not name it, but must not name another (RFC 9449 section 10.1).
        if request.get("dpop_jkt").is_some_and(|named| named != key) {
            return Err(dpop::REFUSED.into());
        }
        request = request.with("dpop_jkt", &key);
    }
    authorize::check(app, &request).await?;
    parking::push(app, &client.id, &request).await
}
