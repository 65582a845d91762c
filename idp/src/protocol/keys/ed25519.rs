//! Ed25519 keys, with which ring signs because biscuit cannot.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::Failure;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::algorithm::Algorithm;

/// Reads a private key (RFC 8410 section 7).
pub(super) fn from_pkcs8(pkcs8: &[u8]) -> Result<Ed25519KeyPair, Failure> {
    Ed25519KeyPair::from_pkcs8(pkcs8)
        .map_err(|error| Failure::broken("reading an Ed25519 signing key", error.to_string()))
}

/// Returns the public key as `x` of a JWK (RFC 8037 section 2).
pub(super) fn public_part(pair: &Ed25519KeyPair) -> String {
    URL_SAFE_NO_PAD.encode(pair.public_key().as_ref())
}

/// Returns the JWK members of the thumbprint in canonical order (RFC 8037 section 2).
pub(super) fn canonical(x: &str) -> String {
    format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#)
}

/// Returns the public JWK with `kid`, `use` and `alg` (RFC 7517 section 4).
pub(super) fn jwk(x: &str, kid: &str) -> Value {
    json!({
        "kty": "OKP", "crv": "Ed25519", "x": x,
        "kid": kid, "use": "sig", "alg": Algorithm::EdDsa.name(),
    })
}

/// Returns the compact form of a signed payload (RFC 7515 section 7.1).
pub(super) fn sign(pair: &Ed25519KeyPair, kid: &str, token_type: &str, payload: &[u8]) -> String {
    let header = json!({ "alg": Algorithm::EdDsa.name(), "typ": token_type, "kid": kid });
    let mut token = URL_SAFE_NO_PAD.encode(header.to_string());
    token.push('.');
    URL_SAFE_NO_PAD.encode_string(payload, &mut token);
    let signature = pair.sign(token.as_bytes());
    token.push('.');
    URL_SAFE_NO_PAD.encode_string(signature.as_ref(), &mut token);
    token
}
