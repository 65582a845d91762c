//! Tests of verification: honest tokens pass, and everything that was ever tried against verifiers does not.

mod claims;
mod key_sets;
mod signer;
mod tokens;
