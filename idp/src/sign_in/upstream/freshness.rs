//! Required freshness of a sign-in at a provider, and the parameters that request it.

use std::time::Duration;

use foundation::Timestamp;

use super::attempt::AttemptPurpose;

/// Requests the `auth_time` claim (OpenID Connect Core sections 2 and 5.5).
const CLAIMS: &str = r#"{"id_token":{"auth_time":{"essential":true}}}"#;

/// Required freshness of a sign-in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freshness {
    /// Maximum age; zero requires a new sign-in.
    pub(crate) max_age: Option<Duration>,
    /// True if providers that cannot prove the age are refused.
    pub(crate) is_required: bool,
}

impl Freshness {
    /// Returns the earliest permitted sign-in for an attempt that starts now.
    pub(super) fn since(self, now: Timestamp) -> Option<i64> {
        let max_age = self.max_age.filter(|_| self.is_required)?;
        Some(now.minus(max_age).seconds())
    }

    /// Returns the parameters that request the freshness from an OpenID provider (OpenID Connect Core section 3.1.2.1).
    pub(super) fn parameters(self, takes_claims: bool) -> Vec<(&'static str, String)> {
        let mut parameters = Vec::new();
        if let Some(max_age) = self.max_age {
            if max_age.is_zero() {
                parameters.push(("prompt", "login".to_owned()));
            }
            parameters.push(("max_age", max_age.as_secs().to_string()));
        }
        if takes_claims {
            parameters.push(("claims", CLAIMS.to_owned()));
        }
        parameters
    }
}

/// Input of a new attempt.
#[derive(Clone, Debug)]
pub(crate) struct NewAttempt<'a> {
    /// The purpose.
    pub(crate) purpose: AttemptPurpose,
    /// URL to which the sign-in leads.
    pub(crate) callback_url: &'a str,
    /// Required freshness of the sign-in.
    pub(crate) freshness: Freshness,
}
