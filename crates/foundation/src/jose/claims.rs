//! Requirements for a token, and the claims of a verified one.

use serde_json::{Map, Value};

use super::refusal::TokenRefusal;
use crate::time::Timestamp;

/// Requirements for a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenRequirements<'a> {
    /// The header's `typ`, compared without regard to case; `None` accepts an absent one or `JWT`.
    pub token_type: Option<&'a str>,
    /// The exact `iss`.
    pub issuer: &'a str,
    /// A value that `aud` must equal or contain; `None` leaves the audience to the caller.
    pub audience: Option<&'a str>,
    /// Current time.
    pub now: Timestamp,
    /// Accepted clock difference, in seconds.
    pub leeway_seconds: i64,
    /// Accepts a past `exp`, as for an ID token that is only a hint.
    pub may_be_expired: bool,
}

/// Verified claims, read by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims(Map<String, Value>);

impl Claims {
    pub(super) fn new(claims: Map<String, Value>) -> Self {
        Self(claims)
    }

    /// Returns a claim that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Returns a claim that is a whole number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }

    /// Returns a claim that is a JSON boolean.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    /// Returns a text inside a claim that is an object, such as `jkt` in `cnf`.
    pub fn inner_text(&self, name: &str, member: &str) -> Option<&str> {
        self.0.get(name)?.get(member)?.as_str()
    }

    /// Returns all claims by their names.
    pub fn members(&self) -> &Map<String, Value> {
        &self.0
    }

    /// Returns true if a claim is present, with any value.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the values of a claim that is a text or a list of texts.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        match self.0.get(name) {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// Compares the header's `typ`.
pub(super) fn check_type(found: Option<&str>, expected: Option<&str>) -> Result<(), TokenRefusal> {
    // RFC 7515 section 4.1.9 allows media types without `application/`.
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

/// Checks the registered claims (RFC 7519 section 4.1).
pub(super) fn check_claims(
    claims: &Claims,
    expected: &TokenRequirements<'_>,
) -> Result<(), TokenRefusal> {
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
