//! Tokens in the database, with their grants and users.

pub(crate) mod access;
pub(super) mod codes;
pub(crate) mod refresh;
pub(crate) mod revoked;
mod subjects;

pub(crate) use subjects::find_subject;
pub(super) use subjects::{SubjectKey, find_subjects_of_tokens};

#[cfg(test)]
mod tests;
