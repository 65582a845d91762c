//! Reads an account at a past time by undoing later changes, so that the cost depends on their number only.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::lots::Row;
use crate::credits::ledger::hold_rules::MAX_LIFETIME;
use crate::credits::ledger::lot::Lot;

const LAST: &str = "\
    SELECT balance_after, booked_at FROM txn WHERE account_id = $1 AND booked_at <= $2 \
    ORDER BY booked_at DESC, n DESC LIMIT 1";

const POSTED: &str = "\
    SELECT e.balance_after FROM txn t JOIN entry e ON e.txn_id = t.id AND e.account_id = t.account_id \
    WHERE t.account_id = $1 AND t.booked_at <= $2 ORDER BY t.booked_at DESC, t.n DESC LIMIT 1";

/// No hold of a caller is open for longer than [`MAX_LIFETIME`], so older ones have ended. The query scans the holds that one
/// wallet opened in the seven days before the time, one range of `hold_in_order`, so that the length of the history does not
/// matter. The few holds of the system have no end; their operation keys begin with `freeze`, those of callers with `key`. It
/// reads events only of holds that were open then, at most [`MAX_OPEN_HOLDS`](crate::credits::ledger::hold_rules::MAX_OPEN_HOLDS).
///
/// A merge moves holds, and its undo moves them back. So the query also scans the holds of wallets that were merged into this one,
/// and counts a hold if its last move up to the time was to this wallet; without such a move, if its first pins are in this
/// wallet. Moves are lot transfers of which the hold has pinned both lots.
const HELD: &str = "\
    WITH RECURSIVE near (id) AS (SELECT $1 \
        UNION SELECT w.from_id FROM near CROSS JOIN wallet_transfer w WHERE w.into_id = near.id) \
    SELECT COALESCE(CAST(SUM(opened.amount - COALESCE((SELECT CAST(SUM(e.amount) AS BIGINT) FROM hold_event e \
        WHERE e.hold_id = opened.id AND e.at <= $2 AND e.kind IN ('captured', 'released', 'voided', 'expired')), 0)) AS BIGINT), 0) \
    FROM (SELECT h.id, h.account_id, h.amount, h.closed_at FROM near CROSS JOIN hold h \
            WHERE h.account_id = near.id AND h.opened_at >= $3 AND h.opened_at <= $2 AND h.kind = 'hold' \
        UNION ALL SELECT h.id, h.account_id, h.amount, h.closed_at FROM near CROSS JOIN hold h \
            WHERE h.account_id = near.id AND h.op_key >= 'freeze' AND h.op_key < 'g' AND h.opened_at <= $2 \
                AND h.kind = 'dispute') AS opened \
    WHERE (opened.closed_at IS NULL OR opened.closed_at > $2) \
        AND $1 = COALESCE((SELECT w.into_id FROM hold_lot p CROSS JOIN lot_transfer l CROSS JOIN hold_lot q \
                CROSS JOIN wallet_transfer w CROSS JOIN txn t \
            WHERE p.hold_id = opened.id AND l.from_lot_id = p.lot_id AND q.hold_id = opened.id AND q.lot_id = l.to_lot_id \
                AND w.out_txn_id = l.out_txn_id AND (w.from_id = $1 OR w.into_id = $1) \
                AND t.id = CASE WHEN w.from_id = $1 THEN w.out_txn_id ELSE w.in_txn_id END AND t.booked_at <= $2 \
            ORDER BY t.booked_at DESC, t.n DESC LIMIT 1), \
            (SELECT o.account_id FROM hold_lot p CROSS JOIN lot o WHERE p.hold_id = opened.id AND o.id = p.lot_id \
            ORDER BY p.place LIMIT 1), opened.account_id)";

const COUNT_AFTER: &str = "\
    SELECT COUNT(*) FROM (SELECT 1 AS one FROM txn WHERE account_id = $1 AND booked_at > $2 LIMIT $3) AS later";

/// Reads open lots, and lots that changed since; it skips lots that closed before.
const LOTS: &str = "\
    WITH back (lot_id, amount) AS (SELECT m.lot_id, CAST(SUM(m.amount) AS BIGINT) FROM txn t \
        JOIN lot_move m ON m.txn_id = t.id WHERE t.account_id = $1 AND t.booked_at > $2 GROUP BY m.lot_id) \
    SELECT l.id, l.account_id, l.kind, l.amount, l.remaining, l.held, l.priority, l.effective_at, l.expires_at, l.scope, \
        l.source_kind, l.source_ref, l.txn_id, COALESCE(back.amount, 0) AS back \
    FROM (SELECT id FROM lot WHERE account_id = $1 AND closed_at IS NULL UNION SELECT lot_id FROM back) AS known \
    CROSS JOIN lot l CROSS JOIN txn came LEFT JOIN back ON back.lot_id = l.id \
    WHERE l.id = known.id AND came.id = l.txn_id AND l.account_id = $1 AND came.booked_at <= $2";

/// An account after the last transaction up to a time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PastBalance {
    /// Posted credits minus debt.
    pub(crate) balance: i64,
    pub(crate) posted: i64,
    pub(crate) at: Timestamp,
}

/// Reads an account after the last transaction up to a time; zero before the first.
pub(crate) async fn booked(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
) -> Result<PastBalance, Failure> {
    let last: Option<(i64, i64)> = on_engine!(db, |c| sqlx::query_as(LAST)
        .bind(account_id)
        .bind(at.micros())
        .fetch_optional(c)
        .await)
    .failed("reading a balance of the past")?;
    let Some((balance, booked_at)) = last else {
        return Ok(PastBalance::default());
    };
    let posted: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(POSTED)
        .bind(account_id)
        .bind(at.micros())
        .fetch_optional(c)
        .await)
    .failed("reading a balance of the past")?;
    Ok(PastBalance {
        balance,
        posted: posted.unwrap_or_default(),
        at: Timestamp::from_micros(booked_at),
    })
}

/// Returns the credits that open holds reserved at a time.
pub(crate) async fn held(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HELD)
        .bind(account_id)
        .bind(at.micros())
        .bind(at.minus(MAX_LIFETIME).micros())
        .fetch_one(c)
        .await)
    .failed("reading held credits at an instant")
}

/// Counts transactions that were booked after a time, up to a limit.
pub(crate) async fn count_after(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
    most: i64,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_AFTER)
        .bind(account_id)
        .bind(at.micros())
        .bind(most)
        .fetch_one(c)
        .await)
    .failed("counting transactions")
}

#[derive(sqlx::FromRow)]
struct LotRow {
    #[sqlx(flatten)]
    row: Row,
    back: i64,
}

/// Reads the lots of an account with their credits at a time. Their held credits at that time are not stored, and are 0 here.
pub(crate) async fn lots(
    db: &mut Connection<'_>,
    account_id: i64,
    at: Timestamp,
) -> Result<Vec<Lot>, Failure> {
    let rows: Vec<LotRow> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(account_id)
        .bind(at.micros())
        .fetch_all(c)
        .await)
    .failed("reading lots of the past")?;
    let then = |found: LotRow| {
        let mut lot = found.row.into_lot()?;
        lot.remaining += found.back;
        lot.held = 0;
        Ok(lot)
    };
    rows.into_iter().map(then).collect()
}

/// The statement of `held`, for tests of query plans.
#[cfg(test)]
pub(crate) const fn held_text() -> &'static str {
    HELD
}
