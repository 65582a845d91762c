//! Proofs of possession at the idp's endpoints (RFC 9449): each proves a key, once.

mod guard;
mod prove;

pub(crate) use guard::Presented;
pub(crate) use prove::{Proven, REFUSED, prove};
