//! Provides the signer of the double: a key pair of elliptic curves, or of RSA like Google's.

use std::sync::LazyLock;

use foundation::testing::{TestKey, encoded};
use ring::rand::SecureRandom;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents};
use ring::{hmac, rand};
use rsa::pkcs8::EncodePrivateKey;
use rsa::rand_core::{CryptoRng, Error, RngCore};
use serde_json::{Value, json};

/// The kind of a token's signature.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum SignatureKind {
    Well,
    Badly,
    Not,
    WithThePublicKey,
}

/// A key pair.
pub(crate) enum SigningKeyPair {
    Curve(TestKey),
    Rsa(RsaKeyPair),
}

static RSA: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let made = rsa::RsaPrivateKey::new(&mut Generator(random()), 2048).unwrap();
    made.to_pkcs8_der().unwrap().as_bytes().to_vec()
});

#[expect(
    clippy::disallowed_methods,
    reason = "test keys come from ring's own generator"
)]
fn random() -> rand::SystemRandom {
    rand::SystemRandom::new()
}

impl SigningKeyPair {
    /// Creates a key pair on the curve P-256.
    pub(crate) fn curve() -> Self {
        Self::Curve(TestKey::generate())
    }

    /// Returns the RSA key pair of this run, because creating one is slow.
    pub(crate) fn rsa() -> Self {
        Self::Rsa(RsaKeyPair::from_pkcs8(&RSA).unwrap())
    }

    /// Returns the public key as a provider publishes it.
    pub(crate) fn published(&self, kid: Option<&str>) -> Value {
        let pair = match self {
            Self::Curve(key) => return key.published(kid),
            Self::Rsa(pair) => pair,
        };
        let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public());
        let mut key = json!({ "kty": "RSA", "use": "sig", "alg": "RS256",
            "n": encoded(&public.n), "e": encoded(&public.e) });
        if let Some(kid) = kid {
            key["kid"] = kid.into();
        }
        key
    }

    /// Returns a token of these parts.
    pub(crate) fn sign(&self, header: &Value, claims: &Value, signs: SignatureKind) -> String {
        let signed = [header, claims]
            .map(|part| encoded(part.to_string()))
            .join(".");
        let mut signature = match signs {
            SignatureKind::Well | SignatureKind::Badly => self.signature(signed.as_bytes()),
            SignatureKind::Not => Vec::new(),
            SignatureKind::WithThePublicKey => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, &self.public());
                hmac::sign(&key, signed.as_bytes()).as_ref().to_vec()
            }
        };
        if signs == SignatureKind::Badly {
            signature[10] ^= 1;
        }
        format!("{signed}.{}", encoded(&signature))
    }

    fn public(&self) -> Vec<u8> {
        match self {
            Self::Curve(key) => key.public_bytes().to_vec(),
            Self::Rsa(pair) => pair.public_key().as_ref().to_vec(),
        }
    }

    fn signature(&self, signed: &[u8]) -> Vec<u8> {
        match self {
            Self::Curve(key) => key.sign_bytes(signed),
            Self::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                let made = pair.sign(&RSA_PKCS1_SHA256, &random(), signed, &mut signature);
                made.unwrap();
                signature
            }
        }
    }
}

struct Generator(rand::SystemRandom);

impl CryptoRng for Generator {}

impl RngCore for Generator {
    fn next_u32(&mut self) -> u32 {
        rsa::rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rsa::rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, dest: &mut [u8]) {
        self.0.fill(dest).expect("random bytes");
    }

    fn try_fill_bytes(&mut self, dest: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(dest);
        Ok(())
    }
}
