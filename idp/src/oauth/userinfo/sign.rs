//! Signing of userinfo responses for clients that registered it (OpenID Connect Core section 5.3.2).

use foundation::Failure;
use serde_json::{Map, Value};

use crate::app::App;
use crate::protocol::clients::Client;

/// Userinfo response in the client's registered form.
#[derive(Clone, Debug)]
pub(super) enum UserinfoResponse {
    /// Claims as JSON.
    Plain(Value),
    /// JWT with the claims, and `iss`, `aud` and `iat`.
    Signed(String),
}

/// Returns the claims in the client's registered form. A signed response has `iat` but no `exp`: an ID token must have
/// one, so that this JWT cannot pass for an ID token (RFC 8725 section 3.12).
pub(super) fn in_registered_form(
    app: &App,
    client: &Client,
    claims: Map<String, Value>,
) -> Result<UserinfoResponse, Failure> {
    let Some(algorithm) = client.userinfo_algorithm else {
        return Ok(UserinfoResponse::Plain(Value::Object(claims)));
    };
    let mut signed = claims;
    signed.insert("iss".to_owned(), app.config.base.issuer.clone().into());
    signed.insert("aud".to_owned(), client.id.clone().into());
    signed.insert("iat".to_owned(), app.clock.now().seconds().into());
    let token = app.keys.current().sign(algorithm, "JWT", &signed)?;
    Ok(UserinfoResponse::Signed(token))
}
