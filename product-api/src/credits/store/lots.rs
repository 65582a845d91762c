//! Lots in the database.

use foundation::database::Failed;
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::rows::{MOST_ROWS, many};
use crate::credits::lot::{Lot, LotKind, Mark};

const OPEN: &str = "\
    SELECT id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
    FROM lot WHERE account_id = $1 AND closed_at IS NULL";

const MOVED: &str = "\
    SELECT id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
    FROM lot WHERE account_id = $1 AND closed_at IS NOT NULL AND id IN ( \
        SELECT l.from_lot_id FROM wallet_transfer w JOIN lot_transfer l ON l.out_txn_id = w.out_txn_id \
        WHERE w.merge_id = $2 AND w.from_id = $1 AND NOT w.is_undo)";

const INSERT: &str = "\
    INSERT INTO lot (id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, \
        source_kind, source_ref, txn_id, closed_at) VALUES ";

const UPDATE: (&str, &str) = (
    "WITH change (id, remaining, held, closed_at) AS (VALUES ",
    ") UPDATE lot SET remaining = change.remaining, held = change.held, closed_at = change.closed_at \
     FROM change WHERE lot.id = change.id",
);

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    kind: String,
    amount: i64,
    remaining: i64,
    held: i64,
    priority: i16,
    effective_at: i64,
    expires_at: Option<i64>,
    scope: Option<i64>,
    source_kind: String,
    source_ref: String,
    txn_id: i64,
}

impl Row {
    fn into_lot(self) -> Result<Lot, Failure> {
        Ok(Lot {
            id: self.id,
            kind: LotKind::of_name(&self.kind)
                .ok_or_else(|| Failure::defect("a lot of an unknown kind"))?,
            amount: self.amount,
            remaining: self.remaining,
            held: self.held,
            priority: self.priority,
            effective_at: Timestamp::from_micros(self.effective_at),
            expires_at: self.expires_at.map(Timestamp::from_micros),
            scope: self.scope,
            source_kind: self.source_kind,
            source_ref: self.source_ref,
            txn_id: self.txn_id,
            mark: Mark::Kept,
        })
    }
}

/// The lots of an account that still have credits.
pub(in crate::credits) async fn open(
    db: &mut Connection<'_>,
    account_id: i64,
) -> Result<Vec<Lot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(OPEN)
        .bind(account_id)
        .fetch_all(c)
        .await)
    .failed("reading lots")?;
    rows.into_iter().map(Row::into_lot).collect()
}

/// The lots of an account that a merge has emptied.
pub(in crate::credits) async fn moved(
    db: &mut Connection<'_>,
    account_id: i64,
    merge_id: &str,
) -> Result<Vec<Lot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(MOVED)
        .bind(account_id)
        .bind(merge_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots that a merge has emptied")?;
    rows.into_iter().map(Row::into_lot).collect()
}

/// When a lot was used up: its row stands in the index of open lots until then.
fn closed_at(lot: &Lot, at: Timestamp) -> Option<i64> {
    (lot.remaining == 0).then(|| at.micros())
}

/// Writes new lots.
pub(in crate::credits) async fn insert(
    db: &mut Connection<'_>,
    account_id: i64,
    lots: &[&Lot],
    at: Timestamp,
) -> Result<(), Failure> {
    for lots in lots.chunks(MOST_ROWS) {
        let text = many(INSERT, 14, lots.len(), "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for lot in lots {
                query = query
                    .bind(lot.id)
                    .bind(account_id)
                    .bind(lot.kind.name())
                    .bind(lot.amount)
                    .bind(lot.remaining)
                    .bind(lot.held)
                    .bind(lot.priority)
                    .bind(lot.effective_at.micros())
                    .bind(lot.expires_at.map(Timestamp::micros))
                    .bind(lot.scope)
                    .bind(&lot.source_kind)
                    .bind(&lot.source_ref)
                    .bind(lot.txn_id)
                    .bind(closed_at(lot, at));
            }
            query.execute(c).await.map(drop)
        })
        .failed("writing lots")?;
    }
    Ok(())
}

/// Writes what is left in lots, in one statement unless they are very many.
pub(in crate::credits) async fn update(
    db: &mut Connection<'_>,
    lots: &[&Lot],
    at: Timestamp,
) -> Result<(), Failure> {
    let mut written = 0;
    for lots in lots.chunks(MOST_ROWS) {
        let text = many(UPDATE.0, 4, lots.len(), UPDATE.1);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for lot in lots {
                query = query
                    .bind(lot.id)
                    .bind(lot.remaining)
                    .bind(lot.held)
                    .bind(closed_at(lot, at));
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("writing what is left in lots")?;
    }
    if written == u64::try_from(lots.len()).unwrap_or(u64::MAX) {
        Ok(())
    } else {
        Err(Failure::defect("a lot that was read is not there"))
    }
}
