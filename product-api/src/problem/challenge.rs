//! Challenges name the defect of a request's credential (RFC 6750 section 3, RFC 9449 section 7.1, RFC 9470 section 3).

use foundation::dpop::ALGORITHMS;
use serde_json::Value;

/// Kind of credential that a 401 is about: it decides the challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// The request has no credential.
    Absent,
    /// A bearer token or an API key.
    Bearer,
    /// A token that is bound to a key; the token is invalid.
    Bound,
    /// A token that is bound to a key; the proof is invalid.
    Proof,
    /// A token that is bound to a key; the proof must contain a nonce.
    Clock,
}

impl Credential {
    /// Formats the challenge.
    pub(super) fn challenge(self) -> String {
        match self {
            Self::Absent => "Bearer".to_owned(),
            Self::Bearer => "Bearer error=\"invalid_token\"".to_owned(),
            Self::Bound => proven("invalid_token"),
            Self::Proof => proven("invalid_dpop_proof"),
            Self::Clock => proven("use_dpop_nonce"),
        }
    }
}

fn proven(error: &str) -> String {
    let algorithms = ALGORITHMS.join(" ");
    format!("DPoP error=\"{error}\", algs=\"{algorithms}\"")
}

/// Formats the challenge for a token without the required scope.
pub(super) fn too_narrow(scheme: &str, scope: Option<&Value>) -> String {
    let scope = scope
        .and_then(Value::as_str)
        .map(|scope| format!(", scope=\"{scope}\""));
    format!(
        "{scheme} error=\"insufficient_scope\"{}",
        scope.unwrap_or_default()
    )
}

/// Formats the challenge for a user who must sign in again, with the maximum age of the sign-in.
pub(super) fn step_up(scheme: &str, max_age: Option<&Value>) -> String {
    let max_age = max_age.and_then(Value::as_i64).unwrap_or_default();
    format!(
        "{scheme} error=\"insufficient_user_authentication\", \
         error_description=\"The user has to have signed in more recently\", max_age={max_age}"
    )
}
