//! Signer of the tests: three key pairs, the set that publishes them, and valid claims.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SecureRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256, RsaEncoding, RsaKeyPair, RsaPublicKeyComponents,
};
use ring::{hmac, rand};
use rsa::pkcs8::EncodePrivateKey;
use rsa::rand_core::{CryptoRng, Error, RngCore};
use serde_json::{Value, json};

use crate::jose::{KeySet, TokenRefusal, TokenRequirements};
use crate::time::Timestamp;

pub(super) const NOW: i64 = 1_800_000_000;
pub(super) const ISSUER: &str = "https://id.example";

/// Three key pairs and the set that publishes them.
pub(super) struct Signer {
    pub(super) ec: EcdsaKeyPair,
    pub(super) rsa: RsaKeyPair,
    pub(super) ed: Ed25519KeyPair,
    pub(super) jwks: Value,
    pub(super) keys: KeySet,
}

/// Signature of a token.
#[derive(Clone, Copy)]
pub(super) enum TestSignature<'a> {
    Ec,
    Rsa,
    RsaPss,
    Ed,
    Hmac(&'a [u8]),
    Nothing,
}

struct TestRng(rand::SystemRandom);

impl CryptoRng for TestRng {}

impl RngCore for TestRng {
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

pub(super) static SIGNER: LazyLock<Signer> = LazyLock::new(Signer::new);

impl Signer {
    #[expect(
        clippy::disallowed_methods,
        reason = "test keys come from ring's own generator"
    )]
    fn new() -> Self {
        let random = rand::SystemRandom::new();
        let pkcs8 =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let ec =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random)
                .unwrap();
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let ed = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
        let made = rsa::RsaPrivateKey::new(&mut TestRng(random), 2048).unwrap();
        let rsa = RsaKeyPair::from_pkcs8(made.to_pkcs8_der().unwrap().as_bytes()).unwrap();
        let point = ec.public_key().as_ref();
        let public = RsaPublicKeyComponents::<Vec<u8>>::from(rsa.public());
        let jwks = json!({ "keys": [
            { "kty": "EC", "crv": "P-256", "kid": "ec", "use": "sig", "alg": "ES256",
              "x": base64(&point[1..33]), "y": base64(&point[33..]) },
            { "kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256",
              "n": base64(&public.n), "e": base64(&public.e) },
            { "kty": "OKP", "crv": "Ed25519", "kid": "ed", "use": "sig", "alg": "EdDSA",
              "x": base64(ed.public_key().as_ref()) },
        ]});
        let keys = KeySet::from_jwks(&jwks).unwrap();
        Self {
            ec,
            rsa,
            ed,
            jwks,
            keys,
        }
    }

    pub(super) fn token(&self, header: &Value, claims: &Value, by: TestSignature<'_>) -> String {
        self.token_of_texts(&header.to_string(), &claims.to_string(), by)
    }

    /// Signs a header and claims exactly as given.
    #[expect(
        clippy::disallowed_methods,
        reason = "ring draws the nonce of a signature itself"
    )]
    pub(super) fn token_of_texts(
        &self,
        header: &str,
        claims: &str,
        by: TestSignature<'_>,
    ) -> String {
        let signed = format!(
            "{}.{}",
            base64(header.as_bytes()),
            base64(claims.as_bytes())
        );
        let random = rand::SystemRandom::new();
        let signature = match by {
            TestSignature::Ec => self
                .ec
                .sign(&random, signed.as_bytes())
                .unwrap()
                .as_ref()
                .to_vec(),
            TestSignature::Rsa => self.sign_rsa(&RSA_PKCS1_SHA256, signed.as_bytes()),
            TestSignature::RsaPss => self.sign_rsa(&RSA_PSS_SHA256, signed.as_bytes()),
            TestSignature::Ed => self.ed.sign(signed.as_bytes()).as_ref().to_vec(),
            TestSignature::Hmac(key) => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, key);
                hmac::sign(&key, signed.as_bytes()).as_ref().to_vec()
            }
            TestSignature::Nothing => Vec::new(),
        };
        format!("{signed}.{}", base64(&signature))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "ring draws the salt of a signature itself"
    )]
    fn sign_rsa(&self, padding: &'static dyn RsaEncoding, signed: &[u8]) -> Vec<u8> {
        let mut signature = vec![0; self.rsa.public().modulus_len()];
        let random = rand::SystemRandom::new();
        let done = self.rsa.sign(padding, &random, signed, &mut signature);
        done.unwrap();
        signature
    }
}

pub(super) fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn encoded(value: &Value) -> String {
    base64(value.to_string().as_bytes())
}

pub(super) fn claims() -> Value {
    json!({ "iss": ISSUER, "aud": "api", "sub": "usr_1", "iat": NOW, "exp": NOW + 600 })
}

pub(super) fn expected() -> TokenRequirements<'static> {
    TokenRequirements {
        token_type: Some("at+jwt"),
        issuer: ISSUER,
        audience: Some("api"),
        now: Timestamp::from_seconds(NOW),
        leeway_seconds: 10,
        may_be_expired: false,
    }
}

pub(super) fn ec_header() -> Value {
    json!({ "alg": "ES256", "typ": "at+jwt", "kid": "ec" })
}

pub(super) fn verdict(token: &str) -> Result<(), TokenRefusal> {
    SIGNER.keys.verify(token, &expected()).map(|_claims| ())
}

/// Returns a value with one member changed, or removed if `changed` is null.
pub(super) fn with(mut value: Value, name: &str, changed: &Value) -> Value {
    let members = value.as_object_mut().unwrap();
    if changed.is_null() {
        members.shift_remove(name);
    } else {
        members.insert(name.to_owned(), changed.clone());
    }
    value
}
