//! Finds lots that will expire, with their owners, and marks those for which an alert was sent.

use std::time::Duration;

use foundation::database::{SqlResultExt, portions, with_placeholders};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::due::{DueAccount, DuePosition};
use crate::credits::ledger::account::{Owner, WalletKey};

// Reads lots with one mark in the order of the index, so that each is visited once per stage. A lot that was granted too late
// for a stage never reaches it.
const COMING: &str = "\
    SELECT l.expires_at, l.id AS lot_id, a.id, a.book_id, a.owner_kind, a.owner_id, \
        b.heard > 0 AND l.effective_at <= l.expires_at - $6 AS is_alerted \
    FROM lot l CROSS JOIN account a CROSS JOIN book b \
    WHERE a.id = l.account_id AND b.id = a.book_id \
        AND l.closed_at IS NULL AND l.expires_at IS NOT NULL AND l.warned < 2 AND l.warned = $1 \
        AND l.expires_at >= $2 AND (l.expires_at > $2 OR l.id > $3) AND l.expires_at <= $4 \
        AND a.frozen_at IS NULL AND a.status = 0 \
    ORDER BY l.expires_at, l.id LIMIT $5";

// Runs under the wallet's lock. A lot that has reached the nearer stage gets no alert of the earlier one.
const MARK: &str = "\
    UPDATE lot SET warned = $4 WHERE account_id = $1 AND closed_at IS NULL AND expires_at > $2 AND expires_at <= $2 + $3 \
        AND effective_at <= expires_at - $3 AND warned < $4 RETURNING remaining, expires_at";

const PASS_OVER: (&str, &str) = (
    "WITH passed (id, mark) AS (VALUES ",
    ") UPDATE lot SET warned = passed.mark FROM passed WHERE lot.id = passed.id AND lot.warned < passed.mark",
);

/// Stage of an alert: the time before the expiry, and the lot's mark after the alert.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlertStage {
    pub(crate) now: Timestamp,
    pub(crate) before: Duration,
    pub(crate) mark: i16,
}

/// Lots with one mark that expire after one time, and until another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpirySpan {
    pub(crate) mark: i16,
    pub(crate) until: Timestamp,
}

/// A lot that has reached a stage.
#[derive(Clone, Debug)]
pub(crate) struct ExpiringLot {
    /// Position among these lots.
    pub(crate) position: DuePosition,
    /// Key of the lot.
    pub(crate) lot_id: i64,
    /// Account and owner of the lot.
    pub(crate) account: DueAccount,
    /// True if the book has a subscriber, and the lot was granted early enough.
    pub(crate) has_alert: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    expires_at: i64,
    lot_id: i64,
    id: i64,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    is_alerted: bool,
}

impl From<Row> for ExpiringLot {
    fn from(row: Row) -> Self {
        let of = WalletKey {
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
        };
        Self {
            position: (row.expires_at, row.lot_id),
            lot_id: row.lot_id,
            account: DueAccount { id: row.id, of },
            has_alert: row.is_alerted,
        }
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

/// Reads lots of a span, the next to expire first, after a position. `before` is the stage: it marks lots that were granted
/// early enough for an alert.
pub(crate) async fn coming(
    db: &mut Connection<'_>,
    span: ExpirySpan,
    before: Duration,
    after: DuePosition,
    limit: i64,
) -> Result<Vec<ExpiringLot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(COMING)
        .bind(span.mark)
        .bind(after.0)
        .bind(after.1)
        .bind(span.until.micros())
        .bind(limit)
        .bind(micros(before))
        .fetch_all(c)
        .await)
    .failed("finding lots that expire soon")?;
    Ok(rows.into_iter().map(ExpiringLot::from).collect())
}

/// Marks the lots of a locked wallet that get an alert, and returns the remaining credits and the expiry of each.
pub(crate) async fn mark(
    db: &mut Connection<'_>,
    account_id: i64,
    stage: AlertStage,
) -> Result<Vec<(i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(MARK)
        .bind(account_id)
        .bind(stage.now.micros())
        .bind(micros(stage.before))
        .bind(stage.mark)
        .fetch_all(c)
        .await)
    .failed("marking lots that expire soon")
}

/// Marks lots without an alert, so that they are not visited again. Their credits do not change, so no wallet is locked.
pub(crate) async fn pass_over(
    db: &mut Connection<'_>,
    lots: &[i64],
    mark: i16,
) -> Result<(), Failure> {
    for portion in portions(lots) {
        let text = with_placeholders(db, PASS_OVER.0, 2, portion.len(), PASS_OVER.1);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for lot in portion {
                query = query.bind(*lot).bind(mark);
            }
            query.execute(c).await.map(drop)
        })
        .failed("skipping lots that expire soon")?;
    }
    Ok(())
}
