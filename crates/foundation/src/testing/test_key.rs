//! Keys that sign tokens of tests.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::disallowed_methods,
    reason = "a key of a test, which ring draws itself"
)]

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// A key pair on the curve P-256.
#[derive(Debug)]
pub struct TestKey(EcdsaKeyPair);

impl TestKey {
    /// Generates a key pair.
    pub fn generate() -> Self {
        let random = SystemRandom::new();
        let scheme = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(scheme, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(scheme, pkcs8.as_ref(), &random);
        Self(pair.expect("a key"))
    }

    /// Returns the public key as a JWK.
    pub fn jwk(&self) -> Value {
        let point = self.public_bytes();
        json!({ "kty": "EC", "crv": "P-256", "x": encoded(&point[1..33]), "y": encoded(&point[33..]) })
    }

    /// Returns the public key as an issuer publishes it.
    pub fn published(&self, kid: Option<&str>) -> Value {
        let mut jwk = self.jwk();
        jwk["use"] = "sig".into();
        jwk["alg"] = "ES256".into();
        if let Some(kid) = kid {
            jwk["kid"] = kid.into();
        }
        jwk
    }

    /// Returns a key set with the public key.
    pub fn jwks(&self, kid: &str) -> Value {
        let mut jwk = self.jwk();
        jwk["kid"] = kid.into();
        json!({ "keys": [jwk] })
    }

    /// Returns the thumbprint of the key (RFC 7638).
    pub fn thumbprint(&self) -> String {
        let jwk = self.jwk();
        sha256(&format!(
            r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#,
            jwk["x"], jwk["y"]
        ))
    }

    /// Signs exactly this header and these claims.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        let [header, claims] = [header, claims].map(|part| encoded(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.sign_bytes(signed.as_bytes());
        format!("{signed}.{}", encoded(signature))
    }

    /// Signs bytes.
    pub fn sign_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let signature = self.0.sign(&SystemRandom::new(), bytes);
        signature.expect("a signature").as_ref().to_vec()
    }

    /// Returns the bytes of the public key, which an attacker might use as a shared secret.
    pub fn public_bytes(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }
}

/// Encodes a part of a token in base64url.
pub fn encoded(part: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(part)
}

/// Returns the SHA-256 hash of a text in base64url.
pub fn sha256(text: &str) -> String {
    encoded(digest(&SHA256, text.as_bytes()))
}
