//! Verification of a request object with the keys of its client.

use foundation::jose::{Claims, KeySet, TokenRequirements};

use super::contents::parameters_of;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::oauth::client_metadata;
use crate::protocol::clients::{Client, verify_signed};

/// `typ` of RFC 9101 section 10.8.
const TOKEN_TYPE: &str = "oauth-authz-req+jwt";
/// Tolerated clock difference, in seconds.
const LEEWAY: i64 = 10;

const REFUSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidRequestObject,
    "The request object has to be a JWT that is signed with a registered key of the client (by its request_object_signing_alg, if it has one), with iss and client_id the client, aud our issuer, an exp in the future and no sub.",
);
const NO_PARAMETERS: OAuthError = OAuthError::new(
    ErrorCode::InvalidRequestObject,
    "The request object holds a parameter that is no text, or a request or request_uri.",
);

/// Returns the signed parameters, which replace all others (RFC 9101 section 6.3); `None` for a request without an
/// object.
pub(crate) async fn open(
    app: &App,
    network: Network,
    parameters: &Parameters,
) -> Result<Option<Parameters>, TokenError> {
    let Some(object) = parameters.get("request") else {
        return Ok(None);
    };
    if parameters.is_malformed() {
        return Err(OAuthError::invalid_request("A parameter comes twice or is no text.").into());
    }
    if parameters.get("request_uri").is_some() {
        let why = "request and request_uri exclude each other; send one of them.";
        return Err(OAuthError::invalid_request(why).into());
    }
    let client = client_metadata::find_named(app, parameters, network).await?;
    let claims = verified(app, &client, object).await?;
    Ok(Some(parameters_of(&claims).ok_or(NO_PARAMETERS)?))
}

async fn verified(app: &App, client: &Client, object: &str) -> Result<Claims, TokenError> {
    let expected = TokenRequirements {
        token_type: Some(TOKEN_TYPE),
        issuer: &client.id,
        audience: Some(&app.config.base.issuer),
        now: app.clock.now(),
        leeway_seconds: LEEWAY,
        may_be_expired: false,
    };
    let named = KeySet::named_algorithm(object);
    let registered = client.request_object_algorithm;
    if registered.is_some_and(|registered| named.as_deref() != Some(registered.name())) {
        return Err(REFUSED.into());
    }
    let claims = match verify_signed(&app.client_keys, client, object, &expected).await? {
        Some(Ok(claims)) => claims,
        Some(Err(refusal)) => {
            tracing::debug!(client = client.id, %refusal, "a request object was refused");
            return Err(REFUSED.into());
        }
        None => return Err(REFUSED.into()),
    };
    // A client assertion has a `sub` and must not pass for a request object (RFC 9101 section 10.8).
    if claims.text("client_id") != Some(&client.id) || claims.has("sub") {
        return Err(REFUSED.into());
    }
    Ok(claims)
}
