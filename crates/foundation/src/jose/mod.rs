//! Verification of signed tokens (RFC 7515, RFC 8725): the key decides the algorithm, never the token.

mod claims;
mod compact;
mod ed25519;
mod embedded_key;
mod key;
mod key_set;
mod refusal;
#[cfg(test)]
mod tests;

pub use claims::{Claims, TokenRequirements};
pub use compact::MAX_TOKEN_LENGTH;
pub use embedded_key::{SelfSignedToken, verify_by_embedded_key};
pub use key_set::KeySet;
pub use refusal::TokenRefusal;
