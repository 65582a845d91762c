//! Secrets: digests with a purpose, constant-time comparison, encryption at rest, and the refusal of weak ones.

mod seal;
mod weak_secret;

pub use seal::{
    ExposeSecret, MIN_MASTER_SECRET_LENGTH, ResealOutcome, Sealer, SecretString, digest, equal,
};
pub use weak_secret::{GENERATION_ADVICE, find_weakness};
