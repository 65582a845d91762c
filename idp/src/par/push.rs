//! Taking a pushed request: the client proves itself, and every rule is checked that needs no session.

use crate::app::App;
use crate::authorize;
use crate::documents;
use crate::dpop::{self, Proven};
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;
use crate::parking::{self, Pushed};
use crate::request_objects;
use crate::tokens::{self, Credentials};

/// What proves the client and is no part of its request: it must not be kept.
const PROOFS: [&str; 3] = ["client_assertion", "client_assertion_type", "client_secret"];

/// Keeps a request of a client that proved itself; gives the name under which the browser brings it. Nothing is used up
/// before every rule was asked.
pub(super) async fn push(
    app: &App,
    credentials: &Credentials<'_>,
    parameters: Parameters,
) -> Result<String, Stopped> {
    let client = tokens::authenticate(app, credentials, &parameters).await?;
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::invalid_request(
            "request_uri is the answer to a pushed request and no part of one.",
        )
        .into());
    }
    let mut request = parameters.without(&PROOFS).with("client_id", &client.id);
    // The client may sign what it pushes (RFC 9126 section 3).
    let signed = request_objects::open(app, credentials.network, &request).await?;
    let is_signed = signed.is_some();
    request = signed.unwrap_or(request);
    let proven = dpop::prove(app, &credentials.proof, None)?;
    if let Some(key) = proven.as_ref().map(Proven::thumbprint) {
        // Whoever proves a key here need not name it, but must not name another (RFC 9449 section 10.1).
        if request.get("dpop_jkt").is_some_and(|named| named != key) {
            return Err(dpop::REFUSED.into());
        }
        request = request.with("dpop_jkt", key);
    }
    authorize::check(app, credentials.network, &request, is_signed).await?;
    let pushed = Pushed::read(app, (&client.id, client.is_public()), &request)?;
    // Anybody may let us write something down for a public client: a long request, or that a proof was used.
    if client.is_public() && (pushed.is_written() || proven.is_some()) {
        parking::take_place(app, credentials.network)?;
    }
    if let Some(proven) = proven {
        proven.use_once(app).await?;
    }
    if pushed.is_written() {
        documents::settle_itself(app, &client).await?;
    }
    Ok(pushed.keep(app).await?)
}
