//! Imports: users from another system, with email addresses, password hashes and identities at providers.

mod fields;
mod ids;
mod person;
mod store;
mod take_over;
#[cfg(test)]
mod tests;

pub use ids::Ids;
pub use person::{ImportProblem, ImportedUser};
pub use take_over::{Batch, ImportMode, ImportOutcome, NumberedUser, check, take_over};
