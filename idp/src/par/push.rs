//! Taking a pushed request: the client proves itself, and every rule is checked that needs no session.

use crate::app::App;
use crate::authorize;
use crate::documents;
use crate::dpop::{self, Proven};
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
    let client = tokens::authenticate(app, credentials, &parameters).await?;
    if parameters.get("request_uri").is_some() {
        return Err(OAuthError::invalid_request(
            "request_uri is the answer to a pushed request and no part of one.",
        )
        .into());
    }
    let mut request = parameters.without(&PROOFS).with("client_id", &client.id);
    let proven = dpop::prove(app, &credentials.proof, None)?;
    if let Some(key) = proven.as_ref().map(Proven::thumbprint) {
        // Whoever proves a key here need not name it, but must not name another (RFC 9449 section 10.1).
        if request.get("dpop_jkt").is_some_and(|named| named != key) {
            return Err(dpop::REFUSED.into());
        }
        request = request.with("dpop_jkt", key);
    }
    authorize::check(app, credentials.network, &request).await?;
    // That a proof was used has to be kept; anybody may send one for a public client.
    if let Some(proven) = proven {
        if client.is_public() {
            parking::take_place(app, credentials.network)?;
        }
        proven.use_once(app).await?;
    }
    documents::settle_itself(app, &client).await?;
    let whose = (client.id.as_str(), client.is_public());
    parking::push(app, whose, &request, credentials.network).await
}
