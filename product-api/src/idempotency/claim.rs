//! Claiming a key: the first statement of every operation that moves money, in the operation's own transaction.

use std::time::Duration;

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Connection, Failure, Timestamp};

use super::answer::StoredAnswer;
use super::fingerprint::Fingerprint;
use super::key::IdempotencyKey;
use super::store;

/// How long an answer is kept for whoever asks again.
pub(super) const ANSWERS_KEPT: Duration = Duration::from_hours(7 * 24);

/// One attempt: whose key, which key, for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// Within what keys are unique: one website in one mode.
    pub(crate) tenant: String,
    /// The key.
    pub(crate) key: IdempotencyKey,
    /// What is asked.
    pub(crate) fingerprint: Fingerprint,
}

/// What a key turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// New: do the work, then [`finish`] it in the same transaction.
    Fresh,
    /// Done before: the answer it got.
    Done(StoredAnswer),
    /// Done before, so long ago that the answer is gone; the transaction's public id, unless it was refused.
    Pruned(Option<String>),
    /// Used for another request.
    Reused,
    /// Another attempt of the same key has not ended. The transaction must be given up.
    InFlight,
}

/// Claims the attempt's key, or says what became of it.
///
/// Whoever comes second waits here until the first has committed or given up: the key is part of the first one's
/// transaction, so a crash leaves no claim behind.
pub(crate) async fn claim(
    db: &mut Connection<'_>,
    attempt: &Attempt,
    now: Timestamp,
) -> Result<Claim, Failure> {
    match store::insert(db, attempt, now, now.plus(ANSWERS_KEPT)).await {
        Ok(true) => Ok(Claim::Fresh),
        Ok(false) => known(db, attempt).await,
        // Undone is not waiting in vain: the caller of this may run its transaction anew.
        Err(failure) if failure.kind() == FailureKind::Busy && failure.fate() != Fate::Undone => {
            Ok(Claim::InFlight)
        }
        Err(failure) => Err(failure),
    }
}

async fn known(db: &mut Connection<'_>, attempt: &Attempt) -> Result<Claim, Failure> {
    let Some(operation) = store::find(db, attempt).await? else {
        // Taken away between the two statements: as long ago as can be.
        return Ok(Claim::InFlight);
    };
    Ok(if operation.fingerprint != attempt.fingerprint.as_str() {
        Claim::Reused
    } else if let Some(answer) = operation.answer {
        Claim::Done(answer)
    } else {
        Claim::Pruned(operation.transaction_id)
    })
}

/// Keeps the answer for whoever asks again, with the public id of the transaction it tells about.
pub(crate) async fn finish(
    db: &mut Connection<'_>,
    attempt: &Attempt,
    answer: &StoredAnswer,
    transaction_id: Option<&str>,
) -> Result<(), Failure> {
    store::finish(db, attempt, answer, transaction_id).await
}
