//! Acceptance of a pushed request: authenticates the client, and checks all rules that need no session.

use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::parameters::Parameters;
use crate::oauth::authorize;
use crate::oauth::client_metadata;
use crate::oauth::request_objects;
use crate::oauth::tokens::{self, Credentials};
use crate::protocol::dpop::{self, VerifiedProof};
use crate::protocol::pending_requests::{self, PushedRequest};

/// Parameters that authenticate the client and must not be stored with the request.
const PROOFS: [&str; 3] = ["client_assertion", "client_assertion_type", "client_secret"];

/// Stores a request of an authenticated client; returns its `request_uri`. Nothing is used up before all checks have
/// passed.
pub(super) async fn push(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: Parameters,
) -> Result<String, TokenError> {
    let client = tokens::authenticate(app, credentials, &parameters).await?;
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::invalid_request(
            "request_uri is the answer to a pushed request and no part of one.",
        )
        .into());
    }
    let mut request = parameters.without(&PROOFS).with("client_id", &client.id);
    // Opens a signed request object, which the client may push (RFC 9126 section 3).
    let signed = request_objects::open(app, credentials.network, &request).await?;
    let is_signed = signed.is_some();
    request = signed.unwrap_or(request);
    let proven = dpop::prove(app, &credentials.proof, None)?;
    if let Some(key) = proven.as_ref().map(VerifiedProof::thumbprint) {
        // A client that proves a key may omit `dpop_jkt`, but must not name another key (RFC 9449 section 10.1).
        if request.get("dpop_jkt").is_some_and(|named| named != key) {
            return Err(dpop::REFUSED.into());
        }
        request = request.with("dpop_jkt", key);
    }
    authorize::check(app, credentials.network, &request, is_signed).await?;
    let pushed = PushedRequest::read(app, &client.id, client.is_public(), &request)?;
    // Limits writes for public clients, which anyone can cause with a long request or a used proof.
    if client.is_public() && (pushed.needs_database() || proven.is_some()) {
        pending_requests::count_write(app, credentials.network)?;
    }
    if let Some(proven) = proven {
        proven.use_once(app).await?;
    }
    if pushed.needs_database() {
        client_metadata::store_for_pending_request(app, &client).await?;
    }
    Ok(pushed.store(app).await?)
}
