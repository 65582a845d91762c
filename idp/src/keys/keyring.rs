//! The keyring: what signs, what verifies, what is published; swapped whole under its readers.

use std::sync::Arc;

use arc_swap::ArcSwap;
use biscuit::Empty;
use biscuit::jws::{Compact, Header, RegisteredHeader};
use bytes::Bytes;
use foundation::Failure;
use foundation::jose::KeySet;
use serde::Serialize;
use serde_json::json;

use super::signing_key::{Algorithm, SigningKey};

/// The keys of this moment.
pub(crate) struct Keyring {
    es256: SigningKey,
    rs256: SigningKey,
    key_set: KeySet,
    jwks: Bytes,
}

impl Keyring {
    /// A keyring of the active keys and of those that are only published.
    pub(super) fn new(
        es256: SigningKey,
        rs256: SigningKey,
        published: &[SigningKey],
    ) -> Result<Self, Failure> {
        let keys: Vec<_> = [&es256, &rs256]
            .into_iter()
            .chain(published)
            .map(|key| &key.public_jwk)
            .collect();
        let document = json!({ "keys": keys });
        let key_set = KeySet::of_jwks(&document)
            .ok_or_else(|| Failure::defect("the keyring's own key set cannot be read"))?;
        Ok(Self {
            jwks: document.to_string().into(),
            key_set,
            es256,
            rs256,
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
            Algorithm::Es256 => &self.es256,
            Algorithm::Rs256 => &self.rs256,
        };
        let header = Header::<Empty>::from_registered_header(RegisteredHeader {
            algorithm: key.algorithm.of_biscuit(),
            media_type: Some(token_type.to_owned()),
            key_id: Some(key.kid.clone()),
            ..RegisteredHeader::default()
        });
        let payload = serde_json::to_vec(claims)
            .map_err(|error| Failure::broken("writing a token's claims", error))?;
        let signing = |error: biscuit::errors::Error| Failure::broken("signing a token", error);
        Compact::new_decoded(header, payload)
            .encode(&key.secret)
            .map_err(signing)?
            .encoded()
            .map(ToString::to_string)
            .map_err(signing)
    }

    /// The public keys, for verifying our own tokens.
    pub(crate) fn key_set(&self) -> &KeySet {
        &self.key_set
    }

    /// The published JWK set, as bytes that do not change until a key does.
    pub(crate) fn jwks(&self) -> Bytes {
        self.jwks.clone()
    }
}

/// The keyring's place: readers take the one of this moment and are never held up by a change.
pub(crate) struct Keys(ArcSwap<Keyring>);

impl Keys {
    pub(super) fn new(keyring: Keyring) -> Self {
        Self(ArcSwap::from_pointee(keyring))
    }

    /// The keyring of this moment.
    pub(crate) fn current(&self) -> Arc<Keyring> {
        self.0.load_full()
    }
}
