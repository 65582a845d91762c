//! A public key with the one algorithm that it is used with.

use biscuit::Empty;
use biscuit::jwa::SignatureAlgorithm;
use biscuit::jwk::{AlgorithmParameters, EllipticCurve, JWK};
use biscuit::jws::Secret;
use serde_json::Value;

/// One public key with the only algorithm it is used with.
#[derive(Clone)]
pub(super) struct VerifyingKey {
    algorithm: SignatureAlgorithm,
    secret: Secret,
}

impl VerifyingKey {
    /// The name of the algorithm, as headers write it.
    pub(super) fn algorithm(&self) -> &'static str {
        name_of(self.algorithm)
    }

    /// Whether a signature over these bytes was made with this key's other half.
    pub(super) fn has_signed(&self, signed: &[u8], signature: &[u8]) -> bool {
        self.algorithm
            .verify(signature, signed, &self.secret)
            .is_ok()
    }
}

/// A key of a foreign set, if it is one that can be used: RS256 and ES256 for signatures, with a `kid`.
pub(super) fn usable(value: &Value) -> Option<(String, VerifyingKey)> {
    let kid = value.get("kid")?.as_str()?.to_owned();
    if value.get("use").is_some_and(|usage| usage != "sig") {
        return None;
    }
    let key: JWK<Empty> = serde_json::from_value(value.clone()).ok()?;
    let named = value.get("alg").and_then(Value::as_str);
    let (algorithm, secret) = match key.algorithm {
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => {
            (SignatureAlgorithm::ES256, curve.jws_public_key_secret())
        }
        AlgorithmParameters::RSA(rsa) => (SignatureAlgorithm::RS256, rsa.jws_public_key_secret()),
        AlgorithmParameters::EllipticCurve(_)
        | AlgorithmParameters::OctetKey(_)
        | AlgorithmParameters::OctetKeyPair(_) => return None,
    };
    if named.is_some_and(|named| named != name_of(algorithm)) {
        return None;
    }
    Some((kid, VerifyingKey { algorithm, secret }))
}

fn name_of(algorithm: SignatureAlgorithm) -> &'static str {
    if algorithm == SignatureAlgorithm::ES256 {
        "ES256"
    } else {
        "RS256"
    }
}
