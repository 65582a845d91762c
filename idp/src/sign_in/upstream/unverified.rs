//! Decoded parts of an ID token before verification.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::Timestamp;
use foundation::text::strict_json;
use serde_json::{Map, Value};

/// Tolerated clock difference of a provider.
pub(super) const LEEWAY: Duration = Duration::from_secs(10);
/// Maximum length of an ID token, in bytes.
const MAX_LENGTH: usize = 16 * 1024;

/// Decoded parts of an ID token before verification.
pub(super) struct UnverifiedIdToken {
    pub(super) header: Map<String, Value>,
    pub(super) claims: Map<String, Value>,
}

impl UnverifiedIdToken {
    /// Returns true if every time is a whole number and the token is valid already, which the library does not check.
    pub(super) fn has_valid_times(&self, now: Timestamp) -> bool {
        let seconds = |name: &str| self.claims.get(name).map(Value::as_i64);
        let latest = now.plus(LEEWAY).seconds();
        let is_begun = seconds("nbf").is_none_or(|at| at.is_some_and(|at| at <= latest));
        let auth_time = seconds("auth_time");
        let is_past = auth_time.is_none_or(|at| at.is_some_and(|at| (0..=latest).contains(&at)));
        is_begun
            && is_past
            && ["exp", "iat"]
                .into_iter()
                .all(|name| seconds(name).flatten().is_some())
    }

    /// Returns the time of the sign-in at the provider, if stated.
    pub(super) fn auth_time(&self) -> Option<Timestamp> {
        let seconds = self.claims.get("auth_time").and_then(Value::as_i64)?;
        Some(Timestamp::from_seconds(seconds))
    }

    /// Decodes the first two parts; returns `None` if they are no JSON objects, or the token is too long.
    pub(super) fn read(token: &str) -> Option<Self> {
        if token.len() > MAX_LENGTH {
            return None;
        }
        let mut parts = token.split('.');
        let mut next = || strict_json::parse_object(&URL_SAFE_NO_PAD.decode(parts.next()?).ok()?);
        Some(Self {
            header: next()?,
            claims: next()?,
        })
    }
}
