//! The table of lots.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::BulkStatement;
use crate::credits::ledger::lot::{Lot, LotKind, RowChange};

const OPEN: (&str, &str) = (
    "WITH requested (wallet) AS (VALUES ",
    ") SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, \
        source_ref, txn_id \
     FROM requested JOIN lot ON lot.account_id = requested.wallet WHERE lot.closed_at IS NULL",
);

const MOVED: &str = "\
    SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
    FROM (SELECT DISTINCT l.from_lot_id FROM wallet_transfer w JOIN lot_transfer l ON l.out_txn_id = w.out_txn_id \
        WHERE w.merge_id = $2 AND w.from_id = $1 AND NOT w.is_undo) AS moved \
    CROSS JOIN lot WHERE id = moved.from_lot_id AND account_id = $1 AND closed_at IS NOT NULL";

const ORIGINS: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT lot.id, txn.public_id, (SELECT f.code FROM feature f WHERE f.id = lot.scope) AS feature \
     FROM requested JOIN lot ON lot.id = requested.one JOIN txn ON txn.id = lot.txn_id",
);

const INSERT: &str = "\
    INSERT INTO lot (id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, \
        source_kind, source_ref, txn_id, closed_at)";

/// Updates lots that are open and stay open. It omits `closed_at`, because SQLite rewrites every index with a column that is
/// set, even to an equal value.
const TAKE: (&str, &str) = (
    "WITH change (id, remaining, held, closed_at) AS (VALUES ",
    ") UPDATE lot SET remaining = change.remaining, held = change.held \
     FROM change WHERE lot.id = change.id AND lot.closed_at IS NULL",
);

const UPDATE: (&str, &str) = (
    "WITH change (id, remaining, held, closed_at) AS (VALUES ",
    ") UPDATE lot SET remaining = change.remaining, held = change.held, closed_at = change.closed_at \
     FROM change WHERE lot.id = change.id",
);

/// Row of a lot.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: i64,
    pub(super) account_id: i64,
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
    pub(super) fn into_lot(self) -> Result<Lot, Failure> {
        Ok(Lot {
            id: self.id,
            kind: LotKind::from_name(&self.kind)
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
            mark: RowChange::Unchanged,
        })
    }
}

/// Reads the lots of accounts that have credits left, each with its account.
pub(crate) async fn open(
    db: &mut Connection<'_>,
    account_ids: &[i64],
) -> Result<Vec<(i64, Lot)>, Failure> {
    let mut lots = Vec::new();
    for portion in padded(account_ids, 1) {
        let text = portion.text(db, OPEN);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading lots")?;
        for row in rows {
            lots.push((row.account_id, row.into_lot()?));
        }
    }
    Ok(lots)
}

/// Origin of a lot, and its feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LotOrigin {
    /// Public id of the transaction that created the lot.
    pub(crate) transaction_id: String,
    /// Code of the only feature for which the lot can be used.
    pub(crate) feature: Option<String>,
}

/// Reads the origins of lots.
pub(crate) async fn origins(
    db: &mut Connection<'_>,
    lot_ids: &[i64],
) -> Result<HashMap<i64, LotOrigin>, Failure> {
    let mut origins = HashMap::new();
    for portion in padded(lot_ids, 1) {
        let text = portion.text(db, ORIGINS);
        let rows: Vec<(i64, String, Option<String>)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading where lots came from")?;
        origins.extend(rows.into_iter().map(|(id, transaction_id, feature)| {
            let origin = LotOrigin {
                transaction_id,
                feature,
            };
            (id, origin)
        }));
    }
    Ok(origins)
}

/// Reads the lots of an account that a merge has emptied.
pub(crate) async fn moved(
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

/// A lot to be written: its account, and the time at which it closes if no credits remain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LotRow<'a> {
    pub(crate) account_id: i64,
    pub(crate) lot: &'a Lot,
    pub(crate) at: Timestamp,
}

impl LotRow<'_> {
    /// Returns the time at which the lot was used up. Until then its row is in the index of open lots.
    fn closed_at(&self) -> Option<i64> {
        (self.lot.remaining == 0).then(|| self.at.micros())
    }
}

/// Inserts new lots.
pub(crate) async fn insert(db: &mut Connection<'_>, lots: &[LotRow<'_>]) -> Result<(), Failure> {
    for portion in padded(lots, 14) {
        let text = portion.insert(db, INSERT, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (row, there) in portion.rows() {
                let lot = row.lot;
                query = query
                    .bind(there.some(lot.id))
                    .bind(row.account_id)
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
                    .bind(row.closed_at());
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing lots")?;
    }
    Ok(())
}

/// Writes the remaining credits of lots, usually in one statement.
pub(crate) async fn update(db: &mut Connection<'_>, lots: &[LotRow<'_>]) -> Result<(), Failure> {
    let all_stay_open = lots.iter().all(|row| row.closed_at().is_none());
    // `TAKE` does not find a closed lot, which a reversal or an undone merge reopens.
    if all_stay_open && write(db, TAKE, lots).await? == lots.len() {
        return Ok(());
    }
    if write(db, UPDATE, lots).await? == lots.len() {
        Ok(())
    } else {
        Err(Failure::defect("a lot that was read is not there"))
    }
}

/// Writes the remaining credits of lots by one of the two statements, and returns the number of lots that it found.
async fn write(
    db: &mut Connection<'_>,
    statement: BulkStatement,
    lots: &[LotRow<'_>],
) -> Result<usize, Failure> {
    let mut written = 0;
    for portion in padded(lots, 4) {
        let text = portion.text(db, statement);
        written += on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (row, there) in portion.rows() {
                query = query
                    .bind(there.some(row.lot.id))
                    .bind(row.lot.remaining)
                    .bind(row.lot.held)
                    .bind(row.closed_at());
            }
            query.execute(c).await.map(|done| done.rows_affected())
        })
        .failed("storing the remaining credits of lots")?;
    }
    Ok(usize::try_from(written).unwrap_or(usize::MAX))
}
