//! Signing what a client is told, where it registered that (OpenID Connect Core section 5.3.2).

use foundation::Failure;
use serde_json::{Map, Value};

use crate::app::App;
use crate::clients::Client;

/// What a client is told, as it registered it.
#[derive(Clone, Debug)]
pub(super) enum Information {
    /// Claims as JSON.
    Plain(Value),
    /// A JWT of the same claims, with `iss`, `aud` and `iat`.
    Signed(String),
}

/// The claims as a client wants them. A signed answer says when it was made and never when it ends: whoever reads an ID
/// token demands an end, so that none of them can be given this in its place (RFC 8725 section 3.12).
pub(super) fn as_registered(
    app: &App,
    client: &Client,
    claims: Map<String, Value>,
) -> Result<Information, Failure> {
    let Some(algorithm) = client.userinfo_algorithm else {
        return Ok(Information::Plain(Value::Object(claims)));
    };
    let mut signed = claims;
    signed.insert("iss".to_owned(), app.config.base.issuer.clone().into());
    signed.insert("aud".to_owned(), client.id.clone().into());
    signed.insert("iat".to_owned(), app.clock.now().seconds().into());
    let token = app.keys.current().sign(algorithm, "JWT", &signed)?;
    Ok(Information::Signed(token))
}
