//! Tests of verification: valid tokens are accepted, and known attacks on verifiers are refused.

mod claims;
mod key_sets;
mod signer;
mod tokens;
