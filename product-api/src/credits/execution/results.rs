//! Results returned to callers, including idempotent replays.

use super::refusal;
use super::request::OperationResponse;
use crate::idempotency::{UsedKey, key_reused};
use crate::problem::Problem;

/// Effect of a refused spend on the other spends of its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atomicity {
    /// Each spend succeeds or fails alone.
    Independent,
    /// All spends succeed, or none does.
    AllOrNothing,
}

/// Result of an operation.
pub(crate) type OperationResult = Result<OperationResponse, Problem>;

/// Results of one transaction in the order of its callers; none for an operation that waits for the next transaction.
pub(crate) type BatchResults = Vec<Option<OperationResult>>;

/// Outcome of the operations of one transaction before anything is saved.
pub(crate) enum BatchOutcome {
    /// Each operation has its result, or waits.
    All(BatchResults),
    /// One operation was refused, by its index, and all others are abandoned with it.
    Refused(usize, Problem),
    /// One operation must wait for the next transaction, and all others wait with it.
    Waits,
}

/// Returns the result of an earlier request with the same key, or refuses the key.
pub(crate) fn replay(known: UsedKey) -> OperationResult {
    match known {
        UsedKey::Done(stored) => Ok(OperationResponse {
            stored,
            is_replayed: true,
        }),
        UsedKey::Reused => Err(key_reused()),
        UsedKey::Pruned(result_id) => Err(refusal::pruned(result_id)),
    }
}

impl Atomicity {
    /// Returns the first item that an earlier request refused, if that stops the others.
    pub(crate) fn refused_by(self, known: &[Option<UsedKey>]) -> Option<usize> {
        let is_refused = |known: &Option<UsedKey>| match known {
            Some(UsedKey::Done(stored)) => stored.status >= 400,
            Some(UsedKey::Reused | UsedKey::Pruned(_)) => true,
            None => false,
        };
        let index = known.iter().position(is_refused);
        index.filter(|_| self == Self::AllOrNothing)
    }
}

/// Returns the results of an atomic batch that one item has stopped, so that nothing was done. Items with a stored response are
/// replayed.
pub(crate) fn aborted(
    known: Vec<Option<UsedKey>>,
    index: usize,
    why: Option<Problem>,
) -> BatchResults {
    let mut results: BatchResults = known
        .into_iter()
        .map(|known| known.map_or_else(|| Err(refusal::batch_aborted(index)), replay))
        .map(Some)
        .collect();
    if let (Some(refused), Some(why)) = (results.get_mut(index), why) {
        *refused = Some(Err(refusal::problem_for_batch_item(why)));
    }
    results
}
