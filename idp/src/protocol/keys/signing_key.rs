//! A signing key: its algorithm, its private key, and its public key as a JWK.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use biscuit::Empty;
use biscuit::jwa::SignatureAlgorithm;
use biscuit::jws::{Compact, Header, RegisteredHeader, Secret};
use foundation::Failure;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RsaKeyPair,
    RsaPublicKeyComponents,
};
use ring::{digest, rand};
use serde_json::{Value, json};

use super::algorithm::Algorithm;
use super::ed25519;

/// A key that can sign.
pub(super) struct SigningKey {
    pub(super) kid: String,
    pub(super) algorithm: Algorithm,
    private: PrivateKey,
    /// Public key with `kid`, `use` and `alg` (RFC 7517 section 4).
    pub(super) public_jwk: Value,
}

enum PrivateKey {
    Biscuit(SignatureAlgorithm, Secret),
    Ed25519(Ed25519KeyPair),
}

impl SigningKey {
    /// Reads a private key; fails for anything else.
    pub(super) fn from_pkcs8(algorithm: Algorithm, pkcs8: &[u8]) -> Result<Self, Failure> {
        match algorithm {
            Algorithm::Es256 => Self::from_ec(pkcs8),
            Algorithm::Rs256 => Self::from_rsa(pkcs8),
            Algorithm::EdDsa => Self::from_ed25519(pkcs8),
        }
    }

    /// Signs a payload: a compact JWS with `alg`, `typ` and `kid` in its header (RFC 7515 section 3.1).
    pub(super) fn sign(&self, token_type: &str, payload: Vec<u8>) -> Result<String, Failure> {
        let (algorithm, secret) = match &self.private {
            PrivateKey::Biscuit(algorithm, secret) => (*algorithm, secret),
            PrivateKey::Ed25519(pair) => {
                return Ok(ed25519::sign(pair, &self.kid, token_type, &payload));
            }
        };
        let header = Header::<Empty>::from_registered_header(RegisteredHeader {
            algorithm,
            media_type: Some(token_type.to_owned()),
            key_id: Some(self.kid.clone()),
            ..RegisteredHeader::default()
        });
        let signing = |error: biscuit::errors::Error| Failure::broken("signing a token", error);
        Compact::new_decoded(header, payload)
            .encode(secret)
            .map_err(signing)?
            .encoded()
            .map(ToString::to_string)
            .map_err(signing)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "ring asks for a generator only to check the key pair, and draws nothing of ours from it"
    )]
    fn from_ec(pkcs8: &[u8]) -> Result<Self, Failure> {
        let generator = rand::SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &generator)
            .map_err(|error| Failure::broken("reading an EC signing key", error.to_string()))?;
        // An uncompressed point is 4, then 32 bytes each of x and y (SEC 1 section 2.3.3).
        let point = pair.public_key().as_ref();
        let (Some(x), Some(y)) = (point.get(1..33), point.get(33..65)) else {
            return Err(Failure::defect("an EC public key is no uncompressed point"));
        };
        let (x, y) = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
        let kid = thumbprint(&format!(
            r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#
        ));
        let public_jwk = json!({
            "kty": "EC", "crv": "P-256", "x": x, "y": y,
            "kid": kid, "use": "sig", "alg": Algorithm::Es256.name(),
        });
        let secret = Secret::EcdsaKeyPair(Arc::new(pair));
        Ok(Self {
            kid,
            algorithm: Algorithm::Es256,
            private: PrivateKey::Biscuit(SignatureAlgorithm::ES256, secret),
            public_jwk,
        })
    }

    fn from_rsa(pkcs8: &[u8]) -> Result<Self, Failure> {
        let pair = RsaKeyPair::from_pkcs8(pkcs8)
            .map_err(|error| Failure::broken("reading an RSA signing key", error.to_string()))?;
        let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public());
        let (n, e) = (
            URL_SAFE_NO_PAD.encode(public.n),
            URL_SAFE_NO_PAD.encode(public.e),
        );
        let kid = thumbprint(&format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#));
        let public_jwk = json!({
            "kty": "RSA", "n": n, "e": e,
            "kid": kid, "use": "sig", "alg": Algorithm::Rs256.name(),
        });
        let secret = Secret::RsaKeyPair(Arc::new(pair));
        Ok(Self {
            kid,
            algorithm: Algorithm::Rs256,
            private: PrivateKey::Biscuit(SignatureAlgorithm::RS256, secret),
            public_jwk,
        })
    }

    fn from_ed25519(pkcs8: &[u8]) -> Result<Self, Failure> {
        let pair = ed25519::from_pkcs8(pkcs8)?;
        let x = ed25519::public_part(&pair);
        let kid = thumbprint(&ed25519::canonical(&x));
        Ok(Self {
            public_jwk: ed25519::jwk(&x, &kid),
            kid,
            algorithm: Algorithm::EdDsa,
            private: PrivateKey::Ed25519(pair),
        })
    }
}

/// Returns the thumbprint of a JWK from its required members in canonical form (RFC 7638 section 3).
fn thumbprint(canonical: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, canonical.as_bytes()))
}
