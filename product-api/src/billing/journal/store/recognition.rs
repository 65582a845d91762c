//! Lots whose cost is not final: their credits, read from the ledger, and the earned, expired and returned parts of the cost.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::currency::Currency;
use crate::billing::journal::lot_recognition::{LotCredits, LotRecognition};
use crate::billing::journal::store::progress::BookRun;

// The family of a lot is the lot and all lots to which merges have moved its credits. An expiry is found among its wallet's
// transactions from the end of the lot on: no index leads from a lot to its moves, because every spend would have to write it.
// A renewal expires credits of an allowance before the end of its lot: the row of the lot's cost counts them.
const OPEN_LOTS: &str = "\
    WITH RECURSIVE portion AS ( \
        SELECT lot_id, currency, cost_minor, earned, broken, returned, taken, expired_early FROM recognition \
        WHERE book_id = $1 AND is_open AND lot_id > $2 AND created_at < $6 ORDER BY lot_id LIMIT $3), \
    family (root, lot_id) AS ( \
        SELECT lot_id, lot_id FROM portion \
        UNION SELECT f.root, t.to_lot_id FROM family f CROSS JOIN lot_transfer t WHERE t.from_lot_id = f.lot_id), \
    held AS ( \
        SELECT f.root, CAST(SUM(l.remaining) AS BIGINT) AS remaining, \
            MAX(CASE WHEN l.remaining = 0 AND (l.expires_at <= $4 OR l.closed_at <= $5) THEN 0 ELSE 1 END) AS is_alive \
        FROM family f CROSS JOIN lot l WHERE l.id = f.lot_id GROUP BY f.root), \
    ended AS ( \
        SELECT f.root, CAST(SUM(m.amount) AS BIGINT) AS expired \
        FROM family f CROSS JOIN lot l CROSS JOIN txn t CROSS JOIN lot_move m \
        WHERE l.id = f.lot_id AND l.expires_at <= $4 AND t.account_id = l.account_id AND t.booked_at >= l.expires_at \
            AND t.kind = 'expiry' AND m.txn_id = t.id AND m.lot_id = l.id GROUP BY f.root), \
    voided AS ( \
        SELECT p.lot_id, CAST(SUM(-t.amount) AS BIGINT) AS credits FROM portion p CROSS JOIN lot l CROSS JOIN txn t \
        WHERE l.id = p.lot_id AND t.reverses_txn_id = l.txn_id AND t.kind = 'void' GROUP BY p.lot_id) \
    SELECT p.lot_id, p.currency, p.cost_minor, p.earned, p.broken, p.returned, p.taken, l.amount, h.remaining, \
        p.expired_early + COALESCE(e.expired, 0) + COALESCE(v.credits, 0) AS expired, CAST(h.is_alive AS BIGINT) AS is_alive \
    FROM portion p JOIN lot l ON l.id = p.lot_id JOIN held h ON h.root = p.lot_id \
        LEFT JOIN ended e ON e.root = p.lot_id LEFT JOIN voided v ON v.lot_id = p.lot_id \
    ORDER BY p.lot_id";

/// Skips lots whose returned part has changed since they were read: the next recognition looks at them again.
const UPDATE: (&str, &str) = (
    "WITH change (id, earned, broken, is_open, returned, taken, at) AS (VALUES ",
    ") UPDATE recognition SET earned = change.earned, broken = change.broken, is_open = change.is_open, updated_at = change.at \
     FROM change WHERE recognition.lot_id = change.id AND recognition.returned = change.returned AND recognition.taken = change.taken \
     RETURNING lot_id",
);

/// A lot whose cost is not final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct OpenLot {
    /// The lot.
    pub(in crate::billing::journal) lot_id: i64,
    /// The currency of its cost.
    pub(in crate::billing::journal) currency: Currency,
    /// Its recognition.
    pub(in crate::billing::journal) recognition: LotRecognition,
    /// Its credits now.
    pub(in crate::billing::journal) credits: LotCredits,
    /// False if its credits cannot change any more.
    pub(in crate::billing::journal) is_alive: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    lot_id: i64,
    currency: String,
    cost_minor: i64,
    earned: i64,
    broken: i64,
    returned: i64,
    taken: i64,
    amount: i64,
    remaining: i64,
    expired: i64,
    is_alive: i64,
}

impl TryFrom<Row> for OpenLot {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("the cost of a lot has an unknown currency");
        Ok(Self {
            lot_id: row.lot_id,
            currency: Currency::parse(&row.currency).ok_or_else(unknown)?,
            recognition: LotRecognition {
                cost_minor: row.cost_minor,
                earned: row.earned,
                breakage: row.broken,
                returned: row.returned,
                taken: row.taken,
            },
            credits: LotCredits {
                amount: row.amount,
                left: row.remaining,
                expired: row.expired,
            },
            is_alive: row.is_alive != 0,
        })
    }
}

/// Times that decide about lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct LotTimes {
    /// The time up to which lots count as expired.
    pub(in crate::billing::journal) now: Timestamp,
    /// A lot without an expiry is final if it was used up before this time.
    pub(in crate::billing::journal) old: Timestamp,
    /// Only lots that were bought before this time are recognized.
    pub(in crate::billing::journal) bought_before: Timestamp,
}

/// Reads the next open lots of a book, in the order of their keys.
pub(in crate::billing::journal) async fn open_lots(
    db: &mut Connection<'_>,
    run: BookRun,
    times: LotTimes,
    limit: i64,
) -> Result<Vec<OpenLot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(OPEN_LOTS)
        .bind(run.book_id)
        .bind(run.after_lot)
        .bind(limit)
        .bind(times.now.micros())
        .bind(times.old.micros())
        .bind(times.bought_before.micros())
        .fetch_all(c)
        .await)
    .failed("reading lots to be recognized")?;
    rows.into_iter().map(OpenLot::try_from).collect()
}

/// Writes the earned costs and the breakage of lots, and returns the keys of those that were written.
pub(in crate::billing::journal) async fn update_lots(
    db: &mut Connection<'_>,
    lots: &[OpenLot],
    now: Timestamp,
) -> Result<Vec<i64>, Failure> {
    let mut written = Vec::new();
    for portion in padded(lots, 7) {
        let text = portion.text(db, UPDATE);
        let keys: Vec<i64> = on_engine!(&mut *db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for (lot, there) in portion.rows() {
                query = query
                    .bind(there.some(lot.lot_id))
                    .bind(lot.recognition.earned)
                    .bind(lot.recognition.breakage)
                    .bind(lot.is_alive)
                    .bind(lot.recognition.returned)
                    .bind(lot.recognition.taken)
                    .bind(now.micros());
            }
            query.fetch_all(c).await
        })
        .failed("storing the recognition of lots")?;
        written.extend(keys);
    }
    Ok(written)
}
