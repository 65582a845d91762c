//! Reading what an operation was answered with.

use serde_json::{Value, json};

use crate::credits::execute::{Answer, Done};
use crate::problem::Problem;

/// The id of the hold that an answer tells of.
pub(super) fn hold_of(outcome: &Result<Answer, Problem>) -> String {
    body(outcome)["hold"][0].as_str().unwrap().to_owned()
}

/// What a test's operation answers: its transaction, its hold, and what is left.
#[expect(
    clippy::unnecessary_wraps,
    reason = "as every answer is written: some have nothing to tell"
)]
pub(super) fn rendered(done: &Done) -> Option<String> {
    let transaction = done.transaction.as_ref().map(|transaction| &transaction.id);
    let hold = done.hold.as_ref().map(|hold| (&hold.id, hold.state));
    Some(
        json!({"transaction": transaction, "hold": hold, "available": done.balance.available})
            .to_string(),
    )
}

/// The status of an answer or a refusal.
pub(super) fn status(outcome: &Result<Answer, Problem>) -> u16 {
    match outcome {
        Ok(answer) => answer.stored.status,
        Err(problem) => problem.kind().status(),
    }
}

/// The slug of a refusal that was not stored.
pub(super) fn slug(outcome: &Result<Answer, Problem>) -> &'static str {
    match outcome {
        Ok(_) => "",
        Err(problem) => problem.kind().slug(),
    }
}

/// The body of an answer, as JSON.
pub(super) fn body(outcome: &Result<Answer, Problem>) -> Value {
    serde_json::from_str(&outcome.as_ref().unwrap().stored.body).unwrap()
}
