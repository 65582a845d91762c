//! Provides keys of clients, which sign and can be published.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// Key of the clients that authenticate by assertions.
pub(crate) static CLIENT_KEY: LazyLock<ProofKey> = LazyLock::new(ProofKey::make);

/// A key pair.
pub(crate) struct ProofKey(EcdsaKeyPair);

impl ProofKey {
    #[expect(clippy::disallowed_methods, reason = "a key of a test")]
    pub(crate) fn make() -> Self {
        let random = SystemRandom::new();
        let scheme = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(scheme, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(scheme, pkcs8.as_ref(), &random).unwrap())
    }

    /// Returns the public key.
    pub(crate) fn jwk(&self) -> Value {
        let point = self.0.public_key().as_ref();
        json!({ "kty": "EC", "crv": "P-256", "x": base64(&point[1..33]), "y": base64(&point[33..]) })
    }

    /// Returns a key set with the public key.
    pub(crate) fn jwks(&self, kid: &str) -> Value {
        let mut jwk = self.jwk();
        jwk["kid"] = kid.into();
        json!({ "keys": [jwk] })
    }

    /// Returns the thumbprint of the key (RFC 7638).
    pub(crate) fn thumbprint(&self) -> String {
        let jwk = self.jwk();
        let (x, y) = (jwk["x"].as_str().unwrap(), jwk["y"].as_str().unwrap());
        hash(&format!(
            r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#
        ))
    }

    /// Signs exactly this header and these claims.
    #[expect(clippy::disallowed_methods, reason = "a signature of a test")]
    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        format!("{signed}.{}", base64(signature.unwrap().as_ref()))
    }

    /// Returns the public key's bytes, which an attacker might use as a shared secret.
    pub(crate) fn public_bytes(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }
}

/// Encodes a part of a token.
pub(crate) fn part(value: &Value) -> String {
    base64(value.to_string().as_bytes())
}

/// Returns the SHA-256 hash in base64.
pub(crate) fn hash(text: &str) -> String {
    base64(digest(&SHA256, text.as_bytes()).as_ref())
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Changes members of a value; null removes a member.
pub(crate) fn changed(mut value: Value, changes: &Value) -> Value {
    let members = value.as_object_mut().unwrap();
    for (name, change) in changes.as_object().unwrap() {
        if change.is_null() {
            members.remove(name);
        } else {
            members.insert(name.clone(), change.clone());
        }
    }
    value
}
