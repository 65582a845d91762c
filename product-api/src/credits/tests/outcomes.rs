//! Reads the results of operations.

use serde_json::{Value, json};

use crate::credits::execution::request::{OperationOutcome, OperationResponse};
use crate::problem::Problem;

/// Returns the id of a response's hold.
pub(super) fn hold_of(outcome: &Result<OperationResponse, Problem>) -> String {
    body(outcome)["hold"][0].as_str().unwrap().to_owned()
}

/// Renders a test operation's response: its transaction, its hold, and the available credits.
#[expect(
    clippy::unnecessary_wraps,
    reason = "every kind of response has the same signature; some need no member"
)]
pub(super) fn rendered(done: &OperationOutcome) -> Option<String> {
    let transaction = done.transaction.as_ref().map(|transaction| &transaction.id);
    let hold = done.hold.as_ref().map(|hold| (&hold.id, hold.state));
    Some(
        json!({"transaction": transaction, "hold": hold, "available": done.balance.available})
            .to_string(),
    )
}

/// Returns the status of a response or a refusal.
pub(super) fn status(outcome: &Result<OperationResponse, Problem>) -> u16 {
    match outcome {
        Ok(response) => response.stored.status,
        Err(problem) => problem.kind().status(),
    }
}

/// Returns the slug of a refusal that was not stored.
pub(super) fn slug(outcome: &Result<OperationResponse, Problem>) -> &'static str {
    match outcome {
        Ok(_) => "",
        Err(problem) => problem.kind().slug(),
    }
}

/// Parses the body of a response.
pub(super) fn body(outcome: &Result<OperationResponse, Problem>) -> Value {
    serde_json::from_str(&outcome.as_ref().unwrap().stored.body).unwrap()
}
