//! Headers of API requests.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poem::Request;
use poem::http::header;

/// Returns the API key of a request: the bearer token, or the user name of basic authentication.
pub(super) fn api_key(request: &Request) -> Option<String> {
    let value = request.header(header::AUTHORIZATION)?;
    let (scheme, credentials) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(credentials.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = STANDARD.decode(credentials.trim()).ok()?;
    let pair = String::from_utf8(decoded).ok()?;
    let (user, _password) = pair.split_once(':')?;
    Some(user.to_owned())
}
