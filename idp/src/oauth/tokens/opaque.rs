//! Opaque access tokens: random values that only this server understands and can revoke at once.

use foundation::Failure;
use foundation::secret::digest;

use super::audience::Audience;
use super::store::access::OpaqueToken;
use super::token::ACCESS_TOKEN_LIFETIME;
use crate::app::App;
use crate::protocol::clients::{Client, Scope, TokenFormat};

const PURPOSE: &str = "access-token";
/// Length of 256 bits in URL-safe base64; the server queries no text of another length.
const LENGTH: usize = 43;

/// A new token and the row to store.
pub(super) struct NewOpaqueToken {
    /// The token.
    pub(super) token: String,
    /// The row.
    pub(super) row: OpaqueToken,
}

/// Input of a token.
pub(super) struct OpaqueTokenInput<'a> {
    pub(super) client: &'a Client,
    /// Grant of the token, if a user allowed it.
    pub(super) grant_id: Option<&'a str>,
    pub(super) scope: &'a Scope,
    pub(super) audience: &'a Audience,
    /// Thumbprint of the key that binds the token.
    pub(super) key: Option<&'a str>,
}

/// Creates a token for a client with opaque tokens; it is valid once it is stored.
pub(super) fn new_opaque_token(
    app: &App,
    input: &OpaqueTokenInput<'_>,
) -> Result<Option<NewOpaqueToken>, Failure> {
    if input.client.access_token_format != TokenFormat::Opaque {
        return Ok(None);
    }
    let (token, now) = (app.random.token()?, app.clock.now());
    let stored = OpaqueToken {
        digest: digest(PURPOSE, &token),
        grant_id: input.grant_id.map(ToOwned::to_owned),
        client_id: input.client.id.clone(),
        scope: input.scope.to_string(),
        audience: input.audience.addresses().to_vec(),
        dpop_jkt: input.key.map(ToOwned::to_owned),
        created_at: now,
        expires_at: now.plus(ACCESS_TOKEN_LIFETIME),
    };
    Ok(Some(NewOpaqueToken { token, row: stored }))
}

/// Returns the digest that is stored instead of a token; `None` for a text that cannot be one.
pub(crate) fn digest_of(token: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (token.len() == LENGTH && token.bytes().all(is_plain)).then(|| digest(PURPOSE, token))
}
