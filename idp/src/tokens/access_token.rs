//! Access tokens: JWTs that a resource server checks by itself (RFC 9068).

use foundation::jose::Claims;
use serde::Serialize;

use super::claims::AboutUser;
use crate::clients::Scope;

/// `typ` of the header (RFC 9068 section 2.1).
pub(super) const TOKEN_TYPE: &str = "at+jwt";

/// The claims of an access token.
#[derive(Debug, Serialize)]
pub(super) struct AccessClaims<'a> {
    pub(super) iss: &'a str,
    pub(super) sub: &'a str,
    pub(super) aud: &'a str,
    pub(super) client_id: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) scope: String,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) jti: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) user: Option<UserClaims<'a>>,
}

/// What only a user's access token says.
#[derive(Debug, Serialize)]
pub(super) struct UserClaims<'a> {
    pub(super) auth_time: i64,
    pub(super) sid: &'a str,
    /// The grant that the token hangs on: it dies at userinfo with it, and a charge can be traced back to it.
    pub(super) grant_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roles: Option<[&'static str; 1]>,
    #[serde(flatten)]
    pub(super) about: AboutUser<'a>,
}

/// Who may take a token: the idp itself for its own API, else the one resource server that is configured.
pub(super) fn audience<'a>(scope: &Scope, issuer: &'a str, default: &'a str) -> &'a str {
    if scope.words().any(|word| word.starts_with("idp.")) {
        issuer
    } else {
        default
    }
}

/// A verified access token of ours.
#[derive(Clone, Debug)]
pub(crate) struct AccessToken(Claims);

impl AccessToken {
    pub(super) fn of_claims(claims: Claims) -> Self {
        Self(claims)
    }

    /// `sub`.
    pub(crate) fn subject(&self) -> &str {
        self.0.text("sub").unwrap_or_default()
    }

    /// The grant that a user's token hangs on; a machine's has none.
    pub(crate) fn grant_id(&self) -> Option<&str> {
        self.0.text("grant_id")
    }

    /// What it allows.
    pub(crate) fn scope(&self) -> Scope {
        self.0
            .text("scope")
            .and_then(Scope::parse)
            .unwrap_or_default()
    }

    /// Whether it was made for one of these.
    pub(crate) fn is_for(&self, audiences: &[&str]) -> bool {
        self.0
            .texts("aud")
            .iter()
            .any(|one| audiences.contains(one))
    }
}
