//! Time limit of an operation on a store.

use std::time::Duration;

use crate::failure::Failure;

/// Runs an operation, which fails as unavailable if it takes longer than `limit`; `doing` names it, as in "reading a
/// session". The operation is dropped then: it must be a read, or leave no half-done write. This does not end a statement on
/// its connection: a store reads through [`Database::snapshot_for`](crate::Database::snapshot_for) with a shorter limit.
pub async fn within<T>(
    limit: Duration,
    doing: &str,
    operation: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(limit, operation).await {
        Ok(outcome) => outcome,
        Err(elapsed) => Err(Failure::unavailable(doing, elapsed)),
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;
    use crate::failure::FailureKind;

    #[tokio::test]
    async fn operation_without_an_end_is_unavailable_after_the_limit() {
        let endless = pending::<Result<(), Failure>>();
        let failure = within(Duration::ZERO, "waiting", endless).await;
        assert_eq!(failure.unwrap_err().kind(), FailureKind::Unavailable);
        let done = within(Duration::ZERO, "waiting", ready(Ok(7))).await;
        assert_eq!(done.unwrap(), 7);
    }
}
