//! Public keys, each with its one algorithm.

use biscuit::Empty;
use biscuit::jwa::SignatureAlgorithm;
use biscuit::jwk::{AlgorithmParameters, EllipticCurve, JWK};
use biscuit::jws::Secret;
use serde_json::Value;

use super::ed25519;

/// A public key with its only algorithm.
#[derive(Clone)]
pub(super) enum VerifyingKey {
    /// RS256, PS256 or ES256.
    Biscuit(SignatureAlgorithm, Secret),
    /// EdDSA on Ed25519.
    Ed25519(Vec<u8>),
}

impl VerifyingKey {
    /// Returns the name of the algorithm, as headers write it.
    pub(super) fn algorithm(&self) -> &'static str {
        match self {
            Self::Biscuit(SignatureAlgorithm::ES256, _) => "ES256",
            Self::Biscuit(SignatureAlgorithm::PS256, _) => "PS256",
            Self::Biscuit(_, _) => "RS256",
            Self::Ed25519(_) => ed25519::NAME,
        }
    }

    /// Returns true if a signature over these bytes was made with the private key of this key.
    pub(super) fn has_signed(&self, signed: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::Biscuit(algorithm, secret) => algorithm.verify(signature, signed, secret).is_ok(),
            Self::Ed25519(key) => ed25519::has_signed(key, signed, signature),
        }
    }
}

/// Returns a usable key of a foreign set with its `kid`, if it has one: RS256, ES256 and EdDSA for signatures. An RSA
/// key is for PS256 if its `alg` says so.
pub(super) fn usable(value: &Value) -> Option<(Option<String>, VerifyingKey)> {
    let kid = match value.get("kid") {
        None => None,
        Some(kid) => Some(kid.as_str()?.to_owned()),
    };
    if value.get("use").is_some_and(|usage| usage != "sig") {
        return None;
    }
    let named = value.get("alg").and_then(Value::as_str);
    let key = match ed25519::public_key(value) {
        Some(key) => VerifyingKey::Ed25519(key),
        None => parse_biscuit_key(value, named)?,
    };
    if named.is_some_and(|named| named != key.algorithm()) {
        return None;
    }
    Some((kid, key))
}

fn parse_biscuit_key(value: &Value, named: Option<&str>) -> Option<VerifyingKey> {
    let key: JWK<Empty> = serde_json::from_value(value.clone()).ok()?;
    match key.algorithm {
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => {
            let secret = curve.jws_public_key_secret();
            Some(VerifyingKey::Biscuit(SignatureAlgorithm::ES256, secret))
        }
        AlgorithmParameters::RSA(rsa) => {
            let secret = rsa.jws_public_key_secret();
            let algorithm = if named == Some("PS256") {
                SignatureAlgorithm::PS256
            } else {
                SignatureAlgorithm::RS256
            };
            Some(VerifyingKey::Biscuit(algorithm, secret))
        }
        AlgorithmParameters::EllipticCurve(_)
        | AlgorithmParameters::OctetKey(_)
        | AlgorithmParameters::OctetKeyPair(_) => None,
    }
}
