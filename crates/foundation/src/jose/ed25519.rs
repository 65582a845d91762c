//! Ed25519 signatures (RFC 8037); ring verifies them, because biscuit does not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::VerifyingKey;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;

/// Name of the algorithm in headers and keys (RFC 8037 section 3.1).
pub(super) const NAME: &str = "EdDSA";

/// Returns the public key of a JWK of the curve Ed25519 (RFC 8037 section 2); `None` for any other.
///
/// Refuses keys of small order: one signature by such a key is valid for many texts, and the verification does not
/// check the order (RFC 8032 section 5.1.7).
pub(super) fn public_key(jwk: &Value) -> Option<Vec<u8>> {
    let text = |member: &str| jwk.get(member).and_then(Value::as_str);
    if text("kty") != Some("OKP") || text("crv") != Some("Ed25519") {
        return None;
    }
    let bytes: [u8; 32] = URL_SAFE_NO_PAD.decode(text("x")?).ok()?.try_into().ok()?;
    let key = VerifyingKey::from_bytes(&bytes).ok()?;
    (!key.is_weak()).then(|| bytes.to_vec())
}

/// Returns true if a signature over these bytes was made with the private key of this public key.
pub(super) fn has_signed(public_key: &[u8], signed: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public_key)
        .verify(signed, signature)
        .is_ok()
}
