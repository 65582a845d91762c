//! Our own signed access tokens, each verified once: a verification costs a hundred times what looking it up does.

use std::sync::{Arc, Weak};
use std::time::Duration;

use foundation::jose::Expected;
use foundation::secret::digest;
use moka::sync::Cache;

use super::access_token::{AccessToken, TOKEN_TYPE};
use crate::app::App;
use crate::keys::Keyring;

/// The clock difference between our own servers that is forgiven, in seconds.
const LEEWAY_SECONDS: i64 = 10;
/// The same.
pub(crate) const LEEWAY: Duration = Duration::from_secs(10);
/// The most tokens that are remembered.
const MOST: u64 = 10_000;
const PURPOSE: &str = "verified-token";

/// The tokens that were verified lately, by a digest, so that no token lies in memory.
pub(crate) struct Signed(Cache<String, Verified>);

/// A token, and the keys that verified it: with others it has to be verified again.
#[derive(Clone)]
struct Verified {
    token: Arc<AccessToken>,
    keyring: Weak<Keyring>,
}

impl Signed {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self(Cache::new(MOST))
    }

    /// What a token says that we signed and whose time is not over. Whether it still counts is another question, which
    /// is never answered from memory.
    pub(crate) fn read(&self, app: &App, token: &str) -> Option<Arc<AccessToken>> {
        let (keyring, now) = (app.keys.current(), app.clock.now());
        let name = digest(PURPOSE, token);
        if let Some(verified) = self.0.get(&name)
            && std::ptr::eq(verified.keyring.as_ptr(), Arc::as_ptr(&keyring))
        {
            let end = verified.token.expires_at.saturating_add(LEEWAY_SECONDS);
            return (now.seconds() < end).then_some(verified.token);
        }
        let expected = Expected {
            token_type: Some(TOKEN_TYPE),
            issuer: &app.config.base.issuer,
            audience: None,
            now,
            leeway_seconds: LEEWAY_SECONDS,
            may_be_expired: false,
        };
        let claims = keyring.key_set().verify(token, &expected).ok()?;
        let token = Arc::new(AccessToken::of_claims(&claims)?);
        let verified = Verified {
            token: Arc::clone(&token),
            keyring: Arc::downgrade(&keyring),
        };
        self.0.insert(name, verified);
        Some(token)
    }
}
