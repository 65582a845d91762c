//! Numbers about the health of the books and of webhooks.

use foundation::database::SqlResultExt;
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// The last complete verification, and the end of the last one that ended, also if it was interrupted.
const LAST_RUN: &str = "\
    SELECT whole.ended_at, whole.findings, \
        (SELECT MAX(v.ended_at) FROM verification v WHERE v.scope = 'all') AS last_ended_at \
    FROM (SELECT 1 AS one) AS one LEFT JOIN ( \
        SELECT ended_at, findings FROM verification WHERE scope = 'all' AND ended_at IS NOT NULL AND findings IS NOT NULL \
        ORDER BY ended_at DESC LIMIT 1) AS whole ON TRUE";

/// Numbers of frozen accounts, due deliveries, and endpoints that fail or are disabled; the first two up to a limit.
const NUMBERS: &str = "\
    SELECT (SELECT COUNT(*) FROM (SELECT id FROM account WHERE frozen_at IS NOT NULL LIMIT 10000) AS frozen) AS frozen, \
        (SELECT COUNT(*) FROM (SELECT id FROM webhook_delivery \
            WHERE state = 'waiting' AND NOT is_behind AND next_at <= $1 LIMIT 10000) AS due) AS due, \
        (SELECT COUNT(*) FROM webhook_endpoint WHERE failing_since IS NOT NULL OR status = 'disabled') AS failing";

#[derive(sqlx::FromRow)]
struct Row {
    ended_at: Option<i64>,
    findings: Option<String>,
    last_ended_at: Option<i64>,
}

/// The last verification of all books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastRun {
    /// The time at which it ended; `None` before the first.
    pub(crate) ended_at: Option<Timestamp>,
    /// The number of its findings.
    pub(crate) findings: i64,
    /// True if a later verification was interrupted.
    pub(crate) is_broken_off: bool,
}

impl TryFrom<Row> for LastRun {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let findings = row.findings.as_deref().map_or(Ok(Vec::new()), |stored| {
            strict_json::from_stored::<Vec<serde_json::Value>>(stored)
                .map_err(|error| Failure::broken("reading a verification", error))
        })?;
        Ok(Self {
            ended_at: row.ended_at.map(Timestamp::from_micros),
            findings: i64::try_from(findings.len()).unwrap_or(i64::MAX),
            is_broken_off: row.last_ended_at > row.ended_at,
        })
    }
}

/// Numbers about the health of the installation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Numbers {
    pub(crate) frozen: i64,
    pub(crate) due: i64,
    pub(crate) failing: i64,
}

/// Returns the last verification of all books.
pub(in crate::operators) async fn last_run(db: &mut Connection<'_>) -> Result<LastRun, Failure> {
    let row: Row = on_engine!(db, |c| sqlx::query_as(LAST_RUN).fetch_one(c).await)
        .failed("reading the last verification")?;
    row.try_into()
}

/// Returns the numbers at a time.
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
