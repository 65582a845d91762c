//! Cache of verified access tokens of our own: a verification costs a hundred times as much as a lookup.

use std::sync::{Arc, Weak};
use std::time::Duration;

use foundation::jose::TokenRequirements;
use foundation::secret::digest;
use moka::sync::Cache;

use super::access_token::{AccessToken, TOKEN_TYPE};
use crate::app::App;
use crate::protocol::keys::Keyring;

/// Tolerated clock difference between our own servers, in seconds.
const LEEWAY_SECONDS: i64 = 10;
/// Tolerated clock difference between our own servers.
pub(crate) const LEEWAY: Duration = Duration::from_secs(10);
/// Maximum number of cached tokens.
const MAX_TOKENS: u64 = 10_000;
const PURPOSE: &str = "verified-token";

/// Recently verified tokens by digest, so that memory holds no token.
pub(crate) struct VerifiedTokenCache(Cache<String, CachedToken>);

/// A token and the keys that verified it; after a change of the keys it must be verified again.
#[derive(Clone)]
struct CachedToken {
    token: Arc<AccessToken>,
    keyring: Weak<Keyring>,
}

impl VerifiedTokenCache {
    /// Creates an empty cache.
    pub(crate) fn new() -> Self {
        Self(Cache::new(MAX_TOKENS))
    }

    /// Returns the content of a token that we signed and that has not expired. The caller must query if the token is
    /// revoked; the cache never answers that.
    pub(crate) fn read(&self, app: &App, token: &str) -> Option<Arc<AccessToken>> {
        let (keyring, now) = (app.keys.current(), app.clock.now());
        let name = digest(PURPOSE, token);
        if let Some(verified) = self.0.get(&name)
            && std::ptr::eq(verified.keyring.as_ptr(), Arc::as_ptr(&keyring))
        {
            let end = verified.token.expires_at.saturating_add(LEEWAY_SECONDS);
            return (now.seconds() < end).then_some(verified.token);
        }
        let expected = TokenRequirements {
            token_type: Some(TOKEN_TYPE),
            issuer: &app.config.base.issuer,
            audience: None,
            now,
            leeway_seconds: LEEWAY_SECONDS,
            may_be_expired: false,
        };
        let claims = keyring.key_set().verify(token, &expected).ok()?;
        let token = Arc::new(AccessToken::from_claims(&claims)?);
        let verified = CachedToken {
            token: Arc::clone(&token),
            keyring: Arc::downgrade(&keyring),
        };
        self.0.insert(name, verified);
        Some(token)
    }
}
