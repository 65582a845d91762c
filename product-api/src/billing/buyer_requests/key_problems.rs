//! Problems of idempotency keys that name another request, or one that has not ended.

use crate::problem::{Kind, Problem};

/// Returns the problem of a key that was used for another request.
pub(crate) fn reused() -> Problem {
    Problem::new(
        Kind::IdempotencyKeyReused,
        "The key was used for another request. Nothing was done. A new request needs a new key.",
    )
}

/// Returns the problem of a request whose twin has not ended.
pub(crate) fn in_flight() -> Problem {
    Problem::new(
        Kind::IdempotencyInFlight,
        "Another request is doing the same at the moment. Nothing was done twice.",
    )
}
