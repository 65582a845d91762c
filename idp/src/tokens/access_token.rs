//! Access tokens: JWTs that a resource server checks by itself (RFC 9068), or opaque ones that it asks us about.

use foundation::dpop::bound_key;
use foundation::jose::Claims;
use foundation::secret::digest;
use serde::Serialize;

use super::audience::Audience;
use super::claims::AboutUser;
use super::store::access::OpaqueToken;
use crate::clients::Scope;

/// `typ` of the header (RFC 9068 section 2.1).
pub(super) const TOKEN_TYPE: &str = "at+jwt";

const REVOKED: &str = "revoked-token";

/// The claims of an access token.
#[derive(Debug, Serialize)]
pub(super) struct AccessClaims<'a> {
    pub(super) iss: &'a str,
    pub(super) sub: &'a str,
    pub(super) aud: &'a Audience,
    pub(super) client_id: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) scope: String,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) jti: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cnf: Option<Confirmation<'a>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) user: Option<UserClaims<'a>>,
}

/// What a token is bound to (RFC 9449 section 6.1).
#[derive(Debug, Serialize)]
pub(super) struct Confirmation<'a> {
    /// The thumbprint of the key.
    pub(super) jkt: &'a str,
}

/// What only a user's access token says.
#[derive(Debug, Serialize)]
pub(super) struct UserClaims<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) auth_time: Option<i64>,
    pub(super) sid: &'a str,
    /// The grant that the token hangs on: it dies at userinfo with it, and a charge can be traced back to it.
    pub(super) grant_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roles: Option<[&'static str; 1]>,
    #[serde(flatten)]
    pub(super) about: AboutUser<'a>,
}

/// An access token of ours, signed or looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessToken {
    /// `sub` of a signed one, as its client knows the user; a machine's is its client's id.
    pub(super) subject: Option<String>,
    /// The client that it was given to.
    pub(crate) client_id: String,
    /// The grant that a user's token hangs on; a machine's has none.
    pub(crate) grant_id: Option<String>,
    /// What it allows.
    pub(crate) scope: Scope,
    /// Whom it is for.
    pub(crate) audience: Vec<String>,
    /// `jti` of a signed one.
    pub(crate) id: Option<String>,
    /// When it was made, in seconds.
    pub(crate) issued_at: i64,
    /// When it ends, in seconds.
    pub(crate) expires_at: i64,
    /// The thumbprint of the key that it is bound to (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
}

impl AccessToken {
    /// What verified claims say; `None` when one is missing that all of ours have.
    pub(super) fn of_claims(claims: &Claims) -> Option<Self> {
        let text = |name: &str| claims.text(name).map(ToOwned::to_owned);
        Some(Self {
            subject: Some(text("sub")?),
            client_id: text("client_id")?,
            grant_id: text("grant_id"),
            scope: Scope::parse(claims.text("scope").unwrap_or_default())?,
            audience: claims
                .texts("aud")
                .into_iter()
                .map(ToOwned::to_owned)
                .collect(),
            id: Some(text("jti")?),
            issued_at: claims.number("iat")?,
            expires_at: claims.number("exp")?,
            dpop_jkt: bound_key(claims).ok()?.map(ToOwned::to_owned),
        })
    }

    /// What is kept of an opaque one.
    pub(super) fn of_kept(kept: OpaqueToken) -> Option<Self> {
        Some(Self {
            subject: kept.grant_id.is_none().then(|| kept.client_id.clone()),
            client_id: kept.client_id,
            grant_id: kept.grant_id,
            scope: Scope::parse(&kept.scope)?,
            audience: kept.audience,
            id: None,
            issued_at: kept.created_at.seconds(),
            expires_at: kept.expires_at.seconds(),
            dpop_jkt: kept.dpop_jkt,
        })
    }

    /// Under which name a signed one is written down when it is revoked. Not the token's own text: of one signature
    /// another can be made that is as good.
    pub(crate) fn revoked_digest(&self) -> Option<String> {
        self.id.as_deref().map(|id| digest(REVOKED, id))
    }

    /// Whether it may be presented by who proved this key, or none: a bound token by its own key alone, any other as it
    /// is (RFC 9449 section 7).
    pub(crate) fn is_held_by(&self, key: Option<&str>) -> bool {
        self.dpop_jkt.as_deref() == key
    }

    /// Whether it was made for one of these.
    pub(crate) fn is_for(&self, audiences: &[&str]) -> bool {
        self.audience
            .iter()
            .any(|one| audiences.contains(&one.as_str()))
    }
}
