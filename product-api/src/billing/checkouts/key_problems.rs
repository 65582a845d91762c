//! The problem of idempotency keys that name a request that has not ended.

use crate::problem::{Kind, Problem};

/// Returns the problem of a request whose twin has not ended.
pub(crate) fn in_flight() -> Problem {
    Problem::new(
        Kind::IdempotencyInFlight,
        "Another request is doing the same at the moment. Nothing was done twice.",
    )
}
