//! Imports: users from another system, with email addresses, password hashes and identities at providers.

mod fields;
mod ids;
mod import_users;
mod imported_user;
mod store;
#[cfg(test)]
mod tests;

pub use ids::Ids;
pub use import_users::{Batch, ImportMode, ImportOutcome, NumberedUser, check, import_users};
pub use imported_user::{ImportProblem, ImportedUser};
