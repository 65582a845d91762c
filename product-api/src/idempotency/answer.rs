//! Stored answers: the status, the headers and the bytes that every repeat of a request gets.

use crate::problem::{Place, Problem};

/// An answer as it was given the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredAnswer {
    /// The HTTP status.
    pub(crate) status: u16,
    /// Headers that belong to the answer itself.
    pub(crate) headers: Vec<(String, String)>,
    /// The body's bytes; JSON, so text.
    pub(crate) body: String,
}

impl StoredAnswer {
    /// A success with a JSON body.
    pub(crate) fn ok(body: String) -> Self {
        Self {
            status: 200,
            headers: vec![content_type("application/json")],
            body,
        }
    }

    /// A refusal, as it looks where it occurred.
    pub(crate) fn of_problem(problem: &Problem, place: &Place) -> Self {
        Self {
            status: problem.kind().status(),
            headers: vec![content_type("application/problem+json")],
            body: String::from_utf8_lossy(&problem.body(place)).into_owned(),
        }
    }
}

fn content_type(media_type: &str) -> (String, String) {
    ("content-type".to_owned(), media_type.to_owned())
}
