//! Tests client authentication and proofs of keys, at the endpoints that only clients use.

pub(crate) mod assertions;
mod audiences;
pub(crate) mod dpop;
pub(crate) mod key;
mod nameless;
mod secrets;
