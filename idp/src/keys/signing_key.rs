//! A signing key: its algorithm, its state, and its public part as a JWK.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use biscuit::jwa::SignatureAlgorithm;
use biscuit::jws::Secret;
use foundation::Failure;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RsaKeyPair, RsaPublicKeyComponents,
};
use ring::{digest, rand};
use serde_json::{Value, json};

/// The algorithms that tokens are signed with (RFC 7518 section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// ECDSA on P-256: access tokens, and ID tokens of clients that ask for it.
    Es256,
    /// RSA of 2,048 bits, PKCS#1 1.5: ID tokens of clients that name no algorithm.
    Rs256,
}

impl Algorithm {
    /// Every algorithm, each of which has one active key.
    pub(crate) const ALL: [Self; 2] = [Self::Es256, Self::Rs256];

    /// Its registered name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
        }
    }

    /// The algorithm of a registered name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    pub(super) const fn of_biscuit(self) -> SignatureAlgorithm {
        match self {
            Self::Es256 => SignatureAlgorithm::ES256,
            Self::Rs256 => SignatureAlgorithm::RS256,
        }
    }
}

/// Where a key is in its life; ready for rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Published, not signing yet.
    Announced,
    /// Signing.
    Active,
    /// Published for the tokens that it signed, signing no more.
    Retired,
}

impl State {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Active => "active",
            Self::Retired => "retired",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Announced, Self::Active, Self::Retired]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// A key that can sign.
pub(super) struct SigningKey {
    pub(super) kid: String,
    pub(super) algorithm: Algorithm,
    pub(super) secret: Secret,
    /// The public part with `kid`, `use` and `alg` (RFC 7517 section 4).
    pub(super) public_jwk: Value,
}

impl SigningKey {
    /// Reads a private key; refuses what is no such key.
    pub(super) fn of_pkcs8(algorithm: Algorithm, pkcs8: &[u8]) -> Result<Self, Failure> {
        match algorithm {
            Algorithm::Es256 => Self::of_ec(pkcs8),
            Algorithm::Rs256 => Self::of_rsa(pkcs8),
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "ring asks for a generator only to check the key pair, and draws nothing of ours from it"
    )]
    fn of_ec(pkcs8: &[u8]) -> Result<Self, Failure> {
        let generator = rand::SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &generator)
            .map_err(|error| Failure::broken("reading an EC signing key", error.to_string()))?;
        // An uncompressed point: 4, then 32 bytes each of x and y (SEC 1 section 2.3.3).
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
        Ok(Self {
            kid,
            algorithm: Algorithm::Es256,
            secret: Secret::EcdsaKeyPair(Arc::new(pair)),
            public_jwk,
        })
    }

    fn of_rsa(pkcs8: &[u8]) -> Result<Self, Failure> {
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
        Ok(Self {
            kid,
            algorithm: Algorithm::Rs256,
            secret: Secret::RsaKeyPair(Arc::new(pair)),
            public_jwk,
        })
    }
}

/// The thumbprint of a JWK, given its required members in their canonical form (RFC 7638 section 3).
fn thumbprint(canonical: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, canonical.as_bytes()))
}
