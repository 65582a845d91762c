//! Verifying signed tokens (RFC 7515, RFC 8725): the key decides the algorithm, never the token.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use biscuit::Empty;
use biscuit::jwa::SignatureAlgorithm;
use biscuit::jwk::{AlgorithmParameters, JWK};
use biscuit::jws::Secret;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::clock::Timestamp;

/// Tokens longer than this are refused before anything is decoded, in bytes.
pub const LONGEST_TOKEN: usize = 16 * 1024;
/// At most this many keys of one set are kept.
const MOST_KEYS: usize = 100;

/// Why a token was refused. For logs and tests; callers are told no more than "invalid".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefusal {
    /// Too long, or not three parts of base64 with a JSON header and JSON object inside.
    #[error("the token is malformed")]
    Malformed,
    /// Its header has `crit`, of which nothing is understood here.
    #[error("the token has a critical header")]
    Critical,
    /// `typ` is not the expected one.
    #[error("the token is of another type")]
    WrongType,
    /// `alg` is not the algorithm of the named key.
    #[error("the token names another algorithm than its key's")]
    WrongAlgorithm,
    /// `kid` is absent or names no known key.
    #[error("the token names no known key")]
    UnknownKey,
    /// The signature does not match.
    #[error("the signature does not match")]
    WrongSignature,
    /// `iss` is absent or another.
    #[error("the token is of another issuer")]
    WrongIssuer,
    /// `aud` is absent or lacks the expected audience.
    #[error("the token is for another audience")]
    WrongAudience,
    /// `exp` is absent, no whole number, or past.
    #[error("the token has expired")]
    Expired,
    /// `iat` or `nbf` lies in the future, or is no whole number.
    #[error("the token is not yet valid")]
    NotYetValid,
}

/// What a token has to be.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The header's `typ`, compared without regard to case; `None` accepts an absent one or `JWT`.
    pub token_type: Option<&'a str>,
    /// The exact `iss`.
    pub issuer: &'a str,
    /// A value that `aud` has to be or hold; `None` leaves the audience to the caller.
    pub audience: Option<&'a str>,
    /// Now.
    pub now: Timestamp,
    /// The clock difference that is forgiven, in seconds.
    pub leeway_seconds: i64,
    /// Whether a past `exp` is forgiven, as for an ID token that is only a hint.
    pub may_be_expired: bool,
}

/// Verified claims, read by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims(Map<String, Value>);

impl Claims {
    /// A claim that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A claim that is a whole number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }

    /// A claim that is a JSON boolean.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    /// The values of a claim that is a text or a list of texts.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        match self.0.get(name) {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// One public key with the only algorithm it is used with.
#[derive(Clone)]
pub struct VerifyingKey {
    algorithm: SignatureAlgorithm,
    secret: Secret,
}

/// Public keys by `kid`.
#[derive(Clone, Default)]
pub struct KeySet(HashMap<String, VerifyingKey>);

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<Value>,
}

impl KeySet {
    /// Reads a JWK set (RFC 7517 section 5), keeping the keys that can be used here and leaving out the rest.
    ///
    /// `None` when the document is no JWK set at all.
    pub fn of_jwks(document: &Value) -> Option<Self> {
        let keys = document.get("keys")?.as_array()?;
        Some(Self(
            keys.iter().filter_map(usable).take(MOST_KEYS).collect(),
        ))
    }

    /// Whether a key of this name is here.
    pub fn contains(&self, kid: &str) -> bool {
        self.0.contains_key(kid)
    }

    /// Whether no key could be used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The `kid` a token names, read without trust, to decide whether to fetch keys again.
    pub fn named_key(token: &str) -> Option<String> {
        split(token)
            .and_then(|(header, ..)| decode::<Header>(header))
            .and_then(|header| header.kid)
    }

    /// Verifies a compact JWS and its registered claims; the claims of anything else are never seen.
    pub fn verify(&self, token: &str, expected: &Expected<'_>) -> Result<Claims, TokenRefusal> {
        let (header_part, claims_part, signature_part) =
            split(token).ok_or(TokenRefusal::Malformed)?;
        let header: Header = decode(header_part).ok_or(TokenRefusal::Malformed)?;
        if header.crit.is_some() {
            return Err(TokenRefusal::Critical);
        }
        check_type(header.typ.as_deref(), expected.token_type)?;
        let key = header
            .kid
            .and_then(|kid| self.0.get(&kid))
            .ok_or(TokenRefusal::UnknownKey)?;
        if header.alg != name_of(key.algorithm) {
            return Err(TokenRefusal::WrongAlgorithm);
        }
        let signature = URL_SAFE_NO_PAD
            .decode(signature_part)
            .map_err(|_error| TokenRefusal::Malformed)?;
        let signed = token.get(..header_part.len() + 1 + claims_part.len());
        key.algorithm
            .verify(
                &signature,
                signed.ok_or(TokenRefusal::Malformed)?.as_bytes(),
                &key.secret,
            )
            .map_err(|_error| TokenRefusal::WrongSignature)?;
        let claims = Claims(decode(claims_part).ok_or(TokenRefusal::Malformed)?);
        check_claims(&claims, expected)?;
        Ok(claims)
    }
}

fn check_type(found: Option<&str>, expected: Option<&str>) -> Result<(), TokenRefusal> {
    // RFC 7515 section 4.1.9 lets `application/` be left out of a media type.
    let found = found.map(|typ| typ.strip_prefix("application/").unwrap_or(typ));
    let right = match (found, expected) {
        (None, None) => true,
        (Some(found), Some(expected)) => found.eq_ignore_ascii_case(expected),
        (Some(found), None) => found.eq_ignore_ascii_case("JWT"),
        (None, Some(_)) => false,
    };
    if right {
        Ok(())
    } else {
        Err(TokenRefusal::WrongType)
    }
}

fn check_claims(claims: &Claims, expected: &Expected<'_>) -> Result<(), TokenRefusal> {
    let now = expected.now.seconds();
    if claims.text("iss") != Some(expected.issuer) {
        return Err(TokenRefusal::WrongIssuer);
    }
    if expected
        .audience
        .is_some_and(|audience| !claims.texts("aud").contains(&audience))
    {
        return Err(TokenRefusal::WrongAudience);
    }
    let expires = claims.number("exp").ok_or(TokenRefusal::Expired)?;
    if !expected.may_be_expired && now >= expires.saturating_add(expected.leeway_seconds) {
        return Err(TokenRefusal::Expired);
    }
    for name in ["iat", "nbf"] {
        let present = claims.0.contains_key(name);
        let begun = claims
            .number(name)
            .is_some_and(|from| from <= now.saturating_add(expected.leeway_seconds));
        if present && !begun {
            return Err(TokenRefusal::NotYetValid);
        }
    }
    Ok(())
}

fn split(token: &str) -> Option<(&str, &str, &str)> {
    if token.len() > LONGEST_TOKEN {
        return None;
    }
    let mut parts = token.split('.');
    let three = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(three)
}

fn decode<T: for<'de> Deserialize<'de>>(part: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

/// A key of a foreign set, if it is one that can be used: RS256 and ES256 for signatures, with a `kid`.
fn usable(value: &Value) -> Option<(String, VerifyingKey)> {
    let kid = value.get("kid")?.as_str()?.to_owned();
    if value.get("use").is_some_and(|usage| usage != "sig") {
        return None;
    }
    let key: JWK<Empty> = serde_json::from_value(value.clone()).ok()?;
    let named = value.get("alg").and_then(Value::as_str);
    let (algorithm, secret) = match key.algorithm {
        AlgorithmParameters::EllipticCurve(curve)
            if curve.curve == biscuit::jwk::EllipticCurve::P256 =>
        {
            (SignatureAlgorithm::ES256, curve.jws_public_key_secret())
        }
        AlgorithmParameters::RSA(rsa) => (SignatureAlgorithm::RS256, rsa.jws_public_key_secret()),
        AlgorithmParameters::EllipticCurve(_)
        | AlgorithmParameters::OctetKey(_)
        | AlgorithmParameters::OctetKeyPair(_) => return None,
    };
    if named.is_some_and(|named| named != name_of(algorithm)) {
        return None;
    }
    Some((kid, VerifyingKey { algorithm, secret }))
}

fn name_of(algorithm: SignatureAlgorithm) -> &'static str {
    if algorithm == SignatureAlgorithm::ES256 {
        "ES256"
    } else {
        "RS256"
    }
}
