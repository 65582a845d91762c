//! Opaque access tokens: random, so that they mean something here alone and end at once.

use foundation::Failure;
use foundation::secret::digest;

use super::audience::Audience;
use super::store::access::OpaqueToken;
use super::token::ACCESS_TOKEN_LIFE;
use crate::app::App;
use crate::clients::{Client, Scope, TokenFormat};

const PURPOSE: &str = "access-token";
/// 256 bits in URL-safe base64; whatever has another length is none, and no database is asked for it.
const LENGTH: usize = 43;

/// A token that is about to be given, and what is kept of it.
pub(super) struct Opaque {
    /// The token.
    pub(super) token: String,
    /// What is kept.
    pub(super) kept: OpaqueToken,
}

/// What a token is made for.
pub(super) struct Wanted<'a> {
    pub(super) client: &'a Client,
    /// The grant that it hangs on, if a user allowed it.
    pub(super) grant_id: Option<&'a str>,
    pub(super) scope: &'a Scope,
    pub(super) audience: &'a Audience,
    /// The thumbprint of the key that it is bound to.
    pub(super) key: Option<&'a str>,
}

/// Makes a token for a client whose tokens are opaque; it counts once it is stored.
pub(super) fn make(app: &App, wanted: &Wanted<'_>) -> Result<Option<Opaque>, Failure> {
    if wanted.client.access_token_format != TokenFormat::Opaque {
        return Ok(None);
    }
    let (token, now) = (app.random.token()?, app.clock.now());
    let kept = OpaqueToken {
        digest: digest(PURPOSE, &token),
        grant_id: wanted.grant_id.map(ToOwned::to_owned),
        client_id: wanted.client.id.clone(),
        scope: wanted.scope.to_string(),
        audience: wanted.audience.addresses().to_vec(),
        dpop_jkt: wanted.key.map(ToOwned::to_owned),
        created_at: now,
        expires_at: now.plus(ACCESS_TOKEN_LIFE),
    };
    Ok(Some(Opaque { token, kept }))
}

/// What is kept instead of a token; `None` for what cannot be one.
pub(crate) fn digest_of(token: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (token.len() == LENGTH && token.bytes().all(is_plain)).then(|| digest(PURPOSE, token))
}
