//! Access tokens: JWTs that a resource server verifies by itself (RFC 9068), or opaque ones that it introspects.

use foundation::dpop::bound_key;
use foundation::jose::Claims;
use foundation::secret::digest;
use serde::Serialize;

use super::audience::Audience;
use super::claims::UserProfileClaims;
use super::store::access::OpaqueToken;
use crate::protocol::clients::Scope;

/// `typ` of the header (RFC 9068 section 2.1).
pub(super) const TOKEN_TYPE: &str = "at+jwt";

const REVOKED: &str = "revoked-token";

/// Claims of an access token.
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

/// Binding of a token to a key (RFC 9449 section 6.1).
#[derive(Debug, Serialize)]
pub(super) struct Confirmation<'a> {
    /// Thumbprint of the key.
    pub(super) jkt: &'a str,
}

/// Claims that only a user's access token has.
#[derive(Debug, Serialize)]
pub(super) struct UserClaims<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) auth_time: Option<i64>,
    pub(super) sid: &'a str,
    /// The token's grant; its end ends the token at userinfo, and charges name it.
    pub(super) grant_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) roles: Option<[&'static str; 1]>,
    #[serde(flatten)]
    pub(super) about: UserProfileClaims<'a>,
}

/// An access token of this server, signed or opaque.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessToken {
    /// `sub` of a signed token: the user's id for the client; for the client's own token, the client's id.
    pub(super) subject: Option<String>,
    /// The client that received the token.
    pub(crate) client_id: String,
    /// Grant of a user's token; a client's own token has none.
    pub(crate) grant_id: Option<String>,
    /// The granted scope.
    pub(crate) scope: Scope,
    /// The audience.
    pub(crate) audience: Vec<String>,
    /// `jti` of a signed token.
    pub(crate) id: Option<String>,
    /// Time of issue, in seconds.
    pub(crate) issued_at: i64,
    /// Time of expiry, in seconds.
    pub(crate) expires_at: i64,
    /// Thumbprint of the key that binds the token (RFC 9449 section 6).
    pub(crate) dpop_jkt: Option<String>,
}

impl AccessToken {
    /// Reads verified claims; returns `None` if a claim is missing that all our tokens have.
    pub(super) fn from_claims(claims: &Claims) -> Option<Self> {
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

    /// Converts a stored opaque token.
    pub(super) fn from_stored(stored: OpaqueToken) -> Option<Self> {
        Some(Self {
            subject: stored.grant_id.is_none().then(|| stored.client_id.clone()),
            client_id: stored.client_id,
            grant_id: stored.grant_id,
            scope: Scope::parse(&stored.scope)?,
            audience: stored.audience,
            id: None,
            issued_at: stored.created_at.seconds(),
            expires_at: stored.expires_at.seconds(),
            dpop_jkt: stored.dpop_jkt,
        })
    }

    /// Returns the digest that identifies a signed token in the list of revoked tokens. It uses the `jti`, because
    /// another valid signature for the same claims can be made from the token's text.
    pub(crate) fn revoked_digest(&self) -> Option<String> {
        self.id.as_deref().map(|id| digest(REVOKED, id))
    }

    /// Returns true if a request may present the token with this proven key or none. A bound token needs its own key;
    /// an unbound one must come without (RFC 9449 section 7).
    pub(crate) fn is_bound_to(&self, key: Option<&str>) -> bool {
        self.dpop_jkt.as_deref() == key
    }

    /// Returns true if the token's audience contains one of these.
    pub(crate) fn is_for(&self, audiences: &[&str]) -> bool {
        self.audience
            .iter()
            .any(|one| audiences.contains(&one.as_str()))
    }
}
