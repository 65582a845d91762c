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
    /// A JWT of the same claims, with `iss` and `aud`.
    Signed(String),
}

/// The claims as a client wants them.
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
    let token = app.keys.current().sign(algorithm, "JWT", &signed)?;
    Ok(Information::Signed(token))
}
