//! The ids of a file: each person is in it once.

use std::collections::HashMap;

use super::person::{Person, Problem};

/// The ids that a file has so far, with their lines.
///
/// A second person with an id of before would be reported as taken over, and be lost.
#[derive(Debug, Default)]
pub struct Ids(HashMap<String, u64>);

impl Ids {
    /// Adds the person of a line; refuses an id that another line has.
    pub fn add(&mut self, line: u64, person: &Person) -> Result<(), Problem> {
        match self.0.insert(person.source().to_owned(), line) {
            None => Ok(()),
            Some(first) => Err(Problem(format!("`id` is the one of line {first}"))),
        }
    }
}
