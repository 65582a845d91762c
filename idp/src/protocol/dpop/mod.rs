//! Proofs of possession at the idp's endpoints (RFC 9449): each proves a key, once.

mod guard;
mod prove;

pub(crate) use guard::RequestProof;
pub(crate) use prove::{REFUSED, VerifiedProof, prove};
