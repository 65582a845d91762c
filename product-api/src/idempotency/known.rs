//! Keys that were used before, and the answers that they get for ever.

use std::time::Duration;

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

impl Attempt {
    /// What makes it one of a kind; the order of these is the order in which keys are taken.
    pub(crate) fn name(&self) -> (&str, &str) {
        (&self.tenant, self.key.as_str())
    }
}

/// What became of a key that was used before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It was answered.
    Done(StoredAnswer),
    /// It was answered so long ago that the answer is gone; the public id of what it made, unless it was refused.
    Pruned(Option<String>),
    /// It was used for another request.
    Reused,
}

/// What is known of each attempt's key, in their order; none of a key that is free.
pub(crate) async fn known(
    db: &mut Connection<'_>,
    attempts: &[&Attempt],
) -> Result<Vec<Option<Known>>, Failure> {
    let rows = store::find(db, attempts).await?;
    let of = |attempt: &&Attempt| {
        let (tenant, key) = attempt.name();
        let row = rows.get(&(tenant.to_owned(), key.to_owned()))?;
        Some(row.known(&attempt.fingerprint))
    };
    Ok(attempts.iter().map(of).collect())
}

/// An attempt that was answered: everything that is kept of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    /// The attempt.
    pub(crate) attempt: &'a Attempt,
    /// Its answer.
    pub(crate) answer: &'a StoredAnswer,
    /// The public id of what it made: a transaction, or a hold.
    pub(crate) result_id: Option<&'a str>,
}

/// Takes the keys of attempts with their answers; false when one of them was taken meanwhile, and then the whole
/// transaction must be given up.
///
/// Whoever comes second, and has not waited for a wallet before, waits here until the first has committed or given up: a
/// key is part of the transaction of what was done under it, so that a crash leaves no key behind.
pub(crate) async fn keep(
    db: &mut Connection<'_>,
    kept: &mut [Kept<'_>],
    now: Timestamp,
) -> Result<bool, Failure> {
    // All take keys in one order, so that no two wait for each other.
    kept.sort_unstable_by(|left, right| left.attempt.name().cmp(&right.attempt.name()));
    let taken = store::insert(db, kept, now, now.plus(ANSWERS_KEPT)).await?;
    Ok(usize::try_from(taken) == Ok(kept.len()))
}
