//! Replay prevention: ids of signed JWTs that are valid once, namely client assertions and `DPoP` proofs.

pub(crate) mod store;
#[cfg(test)]
mod tests;
mod use_once;

pub(crate) use use_once::use_once;
