//! Digests that are stored instead of secrets.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{Context, SHA256};

/// Returns the digest that is stored instead of a secret: URL-safe base64 of SHA-256 over purpose and value.
///
/// The purpose is part of the hash, so that a secret of one kind is never valid as another. Use it for values of at
/// least 128 random bits; short codes use [`Sealer::mac`](super::Sealer::mac).
pub fn digest(purpose: &str, value: &str) -> String {
    let mut context = Context::new(&SHA256);
    context.update(&purpose.len().to_be_bytes());
    context.update(purpose.as_bytes());
    context.update(value.as_bytes());
    URL_SAFE_NO_PAD.encode(context.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_differ_by_purpose() {
        assert_ne!(digest("a", "bc"), digest("ab", "c"));
    }
}
