//! Stores the response of a request once for its key, after the work that it reports.

use super::stored_response::StoredResponse;
use super::used_key::{KeyedRequest, KeyedResponse, UsedKey, find_used_keys, keep};
use crate::app::App;
use crate::problem::{Kind, Problem};

/// A stored response, and the way in which a request got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptResponse {
    /// The response.
    pub(crate) stored: StoredResponse,
    /// True if an earlier request with the key got it.
    pub(crate) is_replayed: bool,
}

/// Returns the problem of a key that was used for another request.
pub(crate) fn key_reused() -> Problem {
    Problem::new(
        Kind::IdempotencyKeyReused,
        "The key was used for another request. Nothing was done. A new request needs a new key.",
    )
}

/// Returns the problem of a request while an earlier one for the same has not ended.
pub(crate) fn key_in_flight() -> Problem {
    Problem::new(
        Kind::IdempotencyInFlight,
        "Another request is doing the same at the moment. Nothing was done twice.",
    )
}

/// Finds the response of an earlier request with the key; none if there was none, or it was pruned. Rejects with 422 a key that
/// was used for another request.
pub(crate) async fn find_kept_response(
    app: &App,
    attempt: &KeyedRequest,
) -> Result<Option<KeptResponse>, Problem> {
    let mut reader = app.database.reader().await?;
    let known = find_used_keys(&mut reader.connection(), &[attempt]).await?;
    match known.into_iter().next().flatten() {
        None | Some(UsedKey::Pruned(_)) => Ok(None),
        Some(UsedKey::Done(stored)) => Ok(Some(KeptResponse {
            stored,
            is_replayed: true,
        })),
        Some(UsedKey::Reused) => Err(key_reused()),
    }
}

/// Stores a response for its key. Returns the response of another request with the key that was faster.
pub(crate) async fn keep_response(
    app: &App,
    attempt: &KeyedRequest,
    stored: StoredResponse,
) -> Result<KeptResponse, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut kept = [KeyedResponse {
        attempt,
        response: &stored,
        result_id: None,
    }];
    let is_kept = keep(&mut transaction.connection(), &mut kept, app.clock.now()).await?;
    if is_kept {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
        // Another request with the key was faster, or its response was pruned.
        if let Some(earlier) = find_kept_response(app, attempt).await? {
            return Ok(earlier);
        }
    }
    Ok(KeptResponse {
        stored,
        is_replayed: false,
    })
}
