//! Keys that were used before, and the responses that repeats of them get.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::fingerprint::Fingerprint;
use super::key::IdempotencyKey;
use super::store;
use super::stored_response::StoredResponse;

/// Retention of a response's body for repeats.
pub(super) const RESPONSE_RETENTION: Duration = Duration::from_hours(7 * 24);

/// One attempt: the tenant, the key, and the request's fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyedRequest {
    /// Scope in which keys are unique: one website in one mode.
    pub(crate) tenant: String,
    /// The key.
    pub(crate) key: IdempotencyKey,
    /// Fingerprint of the request.
    pub(crate) fingerprint: Fingerprint,
}

impl KeyedRequest {
    /// Returns the unique name of the attempt. Transactions take keys in this order.
    pub(crate) fn name(&self) -> (&str, &str) {
        (&self.tenant, self.key.as_str())
    }
}

/// State of a key that was used before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UsedKey {
    /// The response is stored.
    Done(StoredResponse),
    /// The response was pruned; the public id of its result, or none if the request was refused.
    Pruned(Option<String>),
    /// The key was used for another request.
    Reused,
}

/// Returns the state of each attempt's key, in order; none for a free key.
pub(crate) async fn find_used_keys(
    db: &mut Connection<'_>,
    attempts: &[&KeyedRequest],
) -> Result<Vec<Option<UsedKey>>, Failure> {
    let rows = store::find(db, attempts).await?;
    let of = |attempt: &&KeyedRequest| {
        let (tenant, key) = attempt.name();
        let row = rows.get(&(tenant.to_owned(), key.to_owned()))?;
        Some(row.used_key(&attempt.fingerprint))
    };
    Ok(attempts.iter().map(of).collect())
}

/// An attempt with its response, as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedResponse<'a> {
    /// The attempt.
    pub(crate) attempt: &'a KeyedRequest,
    /// The response.
    pub(crate) response: &'a StoredResponse,
    /// Public id of the result: a transaction or a hold.
    pub(crate) result_id: Option<&'a str>,
}

/// Takes the keys of attempts and stores their responses. It returns false if another transaction took one of the keys since
/// they were read; the caller must then roll back.
///
/// A second transaction with the same key that has not waited for a wallet waits here until the first commits or rolls back:
/// the key is part of the transaction that executes its operation, so that a crash leaves no key behind.
pub(crate) async fn keep(
    db: &mut Connection<'_>,
    responses: &mut [KeyedResponse<'_>],
    now: Timestamp,
) -> Result<bool, Failure> {
    // Every transaction takes keys in one order, so that no two wait for each other.
    responses.sort_unstable_by(|left, right| left.attempt.name().cmp(&right.attempt.name()));
    let taken = store::insert(db, responses, now, now.plus(RESPONSE_RETENTION)).await?;
    Ok(usize::try_from(taken) == Ok(responses.len()))
}

/// Takes the key of an attempt whose result changes after the first response: a repeat finds [`UsedKey::Pruned`] with the
/// result's id, and answers by the result as it is then. Returns false if the key is taken; the caller must then roll back.
pub(crate) async fn keep_result(
    db: &mut Connection<'_>,
    attempt: &KeyedRequest,
    result_id: &str,
    now: Timestamp,
) -> Result<bool, Failure> {
    store::insert_result(db, attempt, result_id, now).await
}
