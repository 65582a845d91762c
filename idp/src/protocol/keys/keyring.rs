//! The keyring: keys that sign, verify and are published; a change replaces it as a whole.

use std::sync::Arc;

use arc_swap::ArcSwap;
use bytes::Bytes;
use foundation::Failure;
use foundation::jose::KeySet;
use serde::Serialize;
use serde_json::json;
use tokio::sync::Mutex;

use super::algorithm::Algorithm;
use super::signing_key::SigningKey;

/// The signing keys, one per algorithm.
pub(super) struct ActiveKeys {
    pub(super) es256: SigningKey,
    pub(super) rs256: SigningKey,
    pub(super) ed_dsa: SigningKey,
}

/// A snapshot of the keys.
pub(crate) struct Keyring {
    active: ActiveKeys,
    key_set: KeySet,
    jwks: Bytes,
    /// Ids and states of the keys; a reload that finds the same ones changes nothing.
    pub(super) versions: Vec<(String, String)>,
}

impl Keyring {
    /// Creates a keyring from the active keys and the others that are published.
    pub(super) fn new(
        active: ActiveKeys,
        published: &[SigningKey],
        versions: Vec<(String, String)>,
    ) -> Result<Self, Failure> {
        let keys: Vec<_> = [&active.es256, &active.rs256, &active.ed_dsa]
            .into_iter()
            .chain(published)
            .map(|key| &key.public_jwk)
            .collect();
        let document = json!({ "keys": keys });
        let key_set = KeySet::from_jwks(&document)
            .ok_or_else(|| Failure::defect("the keyring's own key set cannot be read"))?;
        Ok(Self {
            jwks: document.to_string().into(),
            key_set,
            active,
            versions,
        })
    }

    /// Signs claims: a compact JWS with `alg`, `typ` and `kid` in its header (RFC 7515 section 3.1).
    pub(crate) fn sign(
        &self,
        algorithm: Algorithm,
        token_type: &str,
        claims: &impl Serialize,
    ) -> Result<String, Failure> {
        let key = match algorithm {
            Algorithm::Es256 => &self.active.es256,
            Algorithm::Rs256 => &self.active.rs256,
            Algorithm::EdDsa => &self.active.ed_dsa,
        };
        let payload = serde_json::to_vec(claims)
            .map_err(|error| Failure::broken("writing a token's claims", error))?;
        key.sign(token_type, payload)
    }

    /// Returns the public keys, which verify our own tokens.
    pub(crate) fn key_set(&self) -> &KeySet {
        &self.key_set
    }

    /// Returns the published JWK set, as bytes that change only with a key.
    pub(crate) fn jwks(&self) -> Bytes {
        self.jwks.clone()
    }
}

/// Reference to the current keyring; readers are never blocked by a change.
pub(crate) struct SharedKeyring {
    ring: ArcSwap<Keyring>,
    /// Held from the read to the swap, so that no task swaps in an older keyring.
    pub(super) reload_lock: Mutex<()>,
}

impl SharedKeyring {
    pub(super) fn new(keyring: Keyring) -> Self {
        Self {
            ring: ArcSwap::from_pointee(keyring),
            reload_lock: Mutex::new(()),
        }
    }

    /// Returns the current keyring.
    pub(crate) fn current(&self) -> Arc<Keyring> {
        self.ring.load_full()
    }

    pub(super) fn swap(&self, keyring: Keyring) {
        self.ring.store(Arc::new(keyring));
    }
}
