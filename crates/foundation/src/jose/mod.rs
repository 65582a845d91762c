//! Verification of signed tokens (RFC 7515, RFC 8725): the key decides the algorithm, never the token.

mod claims;
mod compact;
mod ed25519;
mod key;
mod key_set;
mod own_key;
mod refusal;
#[cfg(test)]
mod tests;

pub use claims::{Claims, Expected};
pub use compact::MAX_TOKEN_LENGTH;
pub use key_set::KeySet;
pub use own_key::{OwnKey, verify_by_own_key};
pub use refusal::TokenRefusal;
