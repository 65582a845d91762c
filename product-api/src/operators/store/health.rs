//! How the books and the webhooks are, in a few numbers.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};

const LAST_RUN: &str = "\
    SELECT ended_at, findings FROM verification WHERE scope = 'all' AND ended_at IS NOT NULL \
    ORDER BY ended_at DESC LIMIT 1";

/// Frozen accounts, deliveries that are due, and endpoints that fail or were disabled; each up to so many.
const NUMBERS: &str = "\
    SELECT (SELECT COUNT(*) FROM (SELECT id FROM account WHERE frozen_at IS NOT NULL LIMIT 10000) AS frozen) AS frozen, \
        (SELECT COUNT(*) FROM (SELECT id FROM webhook_delivery WHERE state = 'waiting' AND next_at <= $1 LIMIT 10000) AS due) \
            AS due, \
        (SELECT COUNT(*) FROM webhook_endpoint WHERE failing_since IS NOT NULL OR status = 'disabled') AS failing";

/// The last look at all books.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::operators) struct LastRun {
    ended_at: Option<i64>,
    /// What was found, as it is kept.
    pub(in crate::operators) findings: Option<String>,
}

impl LastRun {
    /// When it ended.
    pub(in crate::operators) fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at.map(Timestamp::from_micros)
    }
}

/// Numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::operators) struct Numbers {
    pub(in crate::operators) frozen: i64,
    pub(in crate::operators) due: i64,
    pub(in crate::operators) failing: i64,
}

/// The last run of the verification of all books, if there was one.
pub(in crate::operators) async fn last_run(
    db: &mut Connection<'_>,
) -> Result<Option<LastRun>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LAST_RUN).fetch_optional(c).await)
        .failed("reading the last verification")
}

/// The numbers at an instant.
pub(in crate::operators) async fn numbers(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Numbers, Failure> {
    on_engine!(db, |c| sqlx::query_as(NUMBERS)
        .bind(now.micros())
        .fetch_one(c)
        .await)
    .failed("counting what an operator looks at")
}
