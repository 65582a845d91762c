//! Ed25519 (RFC 8037), which biscuit does not verify: ring does.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::VerifyingKey;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;

/// The algorithm's name in headers and keys (RFC 8037 section 3.1).
pub(super) const NAME: &str = "EdDSA";

/// The public key of a JWK of the curve Ed25519 (RFC 8037 section 2); `None` for any other.
///
/// A key of small order is none: one signature by it fits many texts, and verifying does not look (RFC 8032 section
/// 5.1.7).
pub(super) fn public_key(jwk: &Value) -> Option<Vec<u8>> {
    let text = |member: &str| jwk.get(member).and_then(Value::as_str);
    if text("kty") != Some("OKP") || text("crv") != Some("Ed25519") {
        return None;
    }
    let bytes: [u8; 32] = URL_SAFE_NO_PAD.decode(text("x")?).ok()?.try_into().ok()?;
    let key = VerifyingKey::from_bytes(&bytes).ok()?;
    (!key.is_weak()).then(|| bytes.to_vec())
}

/// Whether a signature over these bytes was made with the other half of a public key.
pub(super) fn has_signed(public_key: &[u8], signed: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public_key)
        .verify(signed, signature)
        .is_ok()
}
