//! `client_secret_basic`: id and secret by HTTP Basic (RFC 6749 section 2.3.1).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::http::encoded;
use url::form_urlencoded;

use super::credentials::{ClientCredentials, ClientProof, FAILED};
use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;

/// Reads the `Authorization` header; any scheme but Basic is an error.
pub(super) fn read(
    authorization: Option<&str>,
    _parameters: &Parameters,
) -> Result<Option<ClientCredentials>, OAuthError> {
    authorization
        .map(|header| decoded(header).ok_or(FAILED))
        .transpose()
}

/// Decodes the id and the secret, which the client form-encodes before it joins them.
fn decoded(authorization: &str) -> Option<ClientCredentials> {
    let (scheme, encoded) = authorization.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let pair = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    if !encoded::is_text(pair.as_bytes()) {
        return None;
    }
    let (client_id, secret) = pair.split_once(':')?;
    Some(ClientCredentials {
        client_id: form_decoded(client_id),
        proof: ClientProof::Secret(form_decoded(secret)),
    })
}

fn form_decoded(text: &str) -> String {
    // The parser splits at & and =, which are part of the value here.
    let whole = text.replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(whole.as_bytes())
        .next()
        .map(|(value, _)| value.into_owned())
        .unwrap_or_default()
}
