//! Secrets: digests with a purpose, constant-time comparison, encryption at rest, and the refusal of weak ones.

mod compare;
mod digest;
mod seal;
mod weak_secret;

pub use compare::equal;
pub use digest::digest;
pub use seal::{ExposeSecret, MIN_MASTER_SECRET_LENGTH, ResealOutcome, Sealer, SecretString};
pub use weak_secret::{GENERATION_ADVICE, find_weakness};
