//! ID tokens (OpenID Connect Core section 2).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use serde::Serialize;

use super::claims::UserProfileClaims;
use crate::protocol::keys::Algorithm;

/// Claims of an ID token.
#[derive(Debug, Serialize)]
pub(super) struct IdClaims<'a> {
    pub(super) iss: &'a str,
    pub(super) sub: &'a str,
    pub(super) aud: &'a str,
    pub(super) iat: i64,
    pub(super) exp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) auth_time: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nonce: Option<&'a str>,
    pub(super) at_hash: String,
    pub(super) sid: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) acr: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amr: Option<Vec<&'a str>>,
    #[serde(flatten)]
    pub(super) about: UserProfileClaims<'a>,
}

/// Returns the left half of the access token's hash (section 3.1.3.6). The hash is the one of the ID token's
/// algorithm: that of Ed25519 is SHA-512 (RFC 8032 section 5.1).
pub(super) fn at_hash(access_token: &str, algorithm: Algorithm) -> String {
    let function = match algorithm {
        Algorithm::Es256 | Algorithm::Rs256 => &digest::SHA256,
        Algorithm::EdDsa => &digest::SHA512,
    };
    let hash = digest::digest(function, access_token.as_bytes());
    let half = hash
        .as_ref()
        .chunks(function.output_len().div_ceil(2))
        .next();
    URL_SAFE_NO_PAD.encode(half.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_openid_connect_core_appendix_a_3() {
        assert_eq!(
            super::at_hash(
                "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y",
                super::Algorithm::Rs256
            ),
            "77QmUPtjPfzWtF2AnpK9RQ"
        );
    }
}
