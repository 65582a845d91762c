//! Ed25519 (RFC 8037), which biscuit does not verify: ring does.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;

/// The algorithm's name in headers and keys (RFC 8037 section 3.1).
pub(super) const NAME: &str = "EdDSA";
/// The length of a public key, in bytes (RFC 8032 section 5.1.5).
const PUBLIC_KEY: usize = 32;

/// The public key of a JWK of the curve Ed25519 (RFC 8037 section 2); `None` for any other.
pub(super) fn public_key(jwk: &Value) -> Option<Vec<u8>> {
    let text = |member: &str| jwk.get(member).and_then(Value::as_str);
    if text("kty") != Some("OKP") || text("crv") != Some("Ed25519") {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(text("x")?).ok()?;
    (bytes.len() == PUBLIC_KEY).then_some(bytes)
}

/// Whether a signature over these bytes was made with the other half of a public key.
pub(super) fn has_signed(public_key: &[u8], signed: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public_key)
        .verify(signed, signature)
        .is_ok()
}
