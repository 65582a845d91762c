//! Imports: users from another system, with email addresses, password hashes and identities at providers.

mod fields;
mod ids;
mod person;
mod store;
mod take_over;
#[cfg(test)]
mod tests;

pub use ids::Ids;
pub use person::{Person, Problem};
pub use take_over::{Batch, Mode, Numbered, Taken, check, take_over};
