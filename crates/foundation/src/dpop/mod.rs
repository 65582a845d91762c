//! Proofs of possession (RFC 9449, DPoP): a signature over each request by the key that its token is bound to.

mod binding;
mod nonce;
mod proof;
mod refusal;
#[cfg(test)]
mod tests;
mod thumbprint;

pub use binding::{UnknownBindingError, bound_key};
pub use nonce::Nonce;
pub use proof::{ALGORITHMS, DpopProof, ProofRequirements, verify};
pub use refusal::ProofRefusal;
pub use thumbprint::is_thumbprint;
