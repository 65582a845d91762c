//! Check that a file contains each user only once.

use std::collections::HashMap;

use super::imported_user::{ImportProblem, ImportedUser};

/// Ids that a file contains so far, with their lines.
///
/// Without this check, a second user with the same id would be reported as imported and lost.
#[derive(Debug, Default)]
pub struct Ids(HashMap<String, u64>);

impl Ids {
    /// Adds the user of a line; refuses an id of an earlier line.
    pub fn add(&mut self, line: u64, user: &ImportedUser) -> Result<(), ImportProblem> {
        match self.0.insert(user.source().to_owned(), line) {
            None => Ok(()),
            Some(first) => Err(ImportProblem(format!("`id` is the one of line {first}"))),
        }
    }
}
