//! ID tokens (OpenID Connect Core section 2).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use serde::Serialize;

use super::claims::AboutUser;

/// The claims of an ID token.
#[derive(Debug, Serialize)]
pub(super) struct IdClaims<'a> {
    pub(super) iss: &'a str,
    pub(super) sub: &'a str,
    pub(super) aud: &'a str,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) auth_time: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nonce: Option<&'a str>,
    pub(super) at_hash: String,
    pub(super) sid: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) acr: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amr: Option<Vec<&'a str>>,
    #[serde(flatten)]
    pub(super) about: AboutUser<'a>,
}

/// The left half of the access token's SHA-256 (section 3.1.3.6); both our algorithms use that hash.
pub(super) fn at_hash(access_token: &str) -> String {
    let hash = digest::digest(&digest::SHA256, access_token.as_bytes());
    URL_SAFE_NO_PAD.encode(hash.as_ref().iter().take(16).copied().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_of_openid_connect_core_appendix_a_3() {
        assert_eq!(
            super::at_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"),
            "77QmUPtjPfzWtF2AnpK9RQ"
        );
    }
}
