//! Checks every ID token (OpenID Connect Core sections 2 and 3.1.3.7).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use serde_json::Value;

use super::keys;
use super::suite::Suite;
use crate::responses::{claims, header};

/// Maximum distance of `iat` from now, in seconds.
const SKEW: i64 = 300;
/// Claims that an ID token of the code flow may have by default.
const DEFAULT_CLAIMS: [&str; 14] = [
    "acr",
    "amr",
    "at_hash",
    "aud",
    "auth_time",
    "azp",
    "c_hash",
    "exp",
    "iat",
    "iss",
    "jti",
    "nonce",
    "sid",
    "sub",
];

/// Expected properties of an ID token.
pub(crate) struct ExpectedIdToken<'a> {
    pub(crate) client: &'a str,
    pub(crate) nonce: Option<&'a str>,
    pub(crate) access_token: &'a str,
    pub(crate) code: Option<&'a str>,
}

/// Returns the claims of an ID token that passes every check.
pub(crate) fn verified(suite: &Suite, token: &str, expected: &ExpectedIdToken<'_>) -> Value {
    let (header, claims) = (header(token), claims(token));
    assert_eq!(
        header["alg"], "RS256",
        "the default of clients that name none"
    );
    keys::verify(suite, token);
    let now = suite.clock.now().seconds();
    let number = |name: &str| claims[name].as_i64();
    assert_eq!(claims["iss"], suite.issuer.as_str());
    assert_eq!(claims["aud"], expected.client);
    assert!(claims.get("azp").is_none_or(|azp| azp == expected.client));
    assert!(number("exp").expect("exp") > now);
    assert!((now - number("iat").expect("iat")).abs() <= SKEW);
    assert_eq!(claims["nonce"].as_str(), expected.nonce);
    let subject = claims["sub"].as_str().expect("a subject");
    assert!(!subject.is_empty() && subject.len() <= 255 && subject.is_ascii());
    assert!(claims["acr"].as_str().is_some_and(|acr| !acr.is_empty()));
    if let Some(auth_time) = claims.get("auth_time") {
        let auth_time = auth_time.as_i64().expect("a number");
        assert!(auth_time <= now && now - auth_time < 86_400 * 365);
    }
    half_hash(&claims["at_hash"], Some(expected.access_token));
    half_hash(&claims["c_hash"], expected.code);
    claims
}

/// Asserts that there are no claims without a request; scopes put claims into userinfo only.
pub(crate) fn holds_nothing_unasked(claims: &Value) {
    let names = claims.as_object().unwrap().keys();
    let more: Vec<_> = names
        .filter(|name| !DEFAULT_CLAIMS.contains(&name.as_str()))
        .collect();
    assert!(more.is_empty(), "nobody asked for {more:?}");
}

/// Asserts that the claim, if any, is the left half of the SHA-256 hash.
fn half_hash(claim: &Value, of: Option<&str>) {
    let (Value::String(found), Some(of)) = (claim, of) else {
        assert!(claim.is_null());
        return;
    };
    let hash = digest::digest(&digest::SHA256, of.as_bytes());
    assert_eq!(*found, URL_SAFE_NO_PAD.encode(&hash.as_ref()[..16]));
}
