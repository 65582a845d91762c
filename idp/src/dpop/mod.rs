//! Proofs of possession at our endpoints (RFC 9449): which key a request proves, once for each proof.

mod guard;
mod prove;

pub(crate) use guard::Presented;
pub(crate) use prove::{Proven, REFUSED, prove};
