//! How fresh a sign-in at a provider has to be, and what the provider is asked for it.

use std::time::Duration;

use foundation::Timestamp;

use super::attempt::Purpose;

/// The claim that says when a person signed in (OpenID Connect Core sections 2 and 5.5).
const CLAIMS: &str = r#"{"id_token":{"auth_time":{"essential":true}}}"#;

/// How fresh a sign-in has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freshness {
    /// The age that it may have; zero means that the person has to sign in now.
    pub(crate) max_age: Option<Duration>,
    /// Whether a provider that cannot prove the age is of no use.
    pub(crate) is_required: bool,
}

impl Freshness {
    /// The instant since when the person has to have signed in, for an attempt that begins now.
    pub(super) fn since(self, now: Timestamp) -> Option<i64> {
        let max_age = self.max_age.filter(|_| self.is_required)?;
        Some(now.minus(max_age).seconds())
    }

    /// The parameters that ask an OpenID provider for it (OpenID Connect Core section 3.1.2.1).
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

/// An attempt that is to begin.
#[derive(Clone, Debug)]
pub(crate) struct Beginning<'a> {
    /// What it is for.
    pub(crate) purpose: Purpose,
    /// Where it leads to.
    pub(crate) callback_url: &'a str,
    /// How fresh the sign-in has to be.
    pub(crate) freshness: Freshness,
}
