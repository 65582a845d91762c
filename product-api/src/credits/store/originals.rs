//! Reads transactions to be reversed: their owners, their lots and earlier reversals.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::BulkStatement;
use super::lots::Row as LotRow;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::lot::Lot;
use crate::credits::ledger::original::{OriginalTransaction, Reversal};
use crate::credits::ledger::txn_kind::TxnKind;

const FIND: (&str, &str) = (
    "WITH requested (book, called) AS (VALUES ",
    ") SELECT txn.public_id, txn.id, txn.kind, txn.amount, txn.book_id, account.owner_kind, account.owner_id, \
        COALESCE((SELECT CAST(SUM(e.amount) AS BIGINT) FROM entry e JOIN account d ON d.id = e.account_id \
            WHERE e.txn_id = txn.id AND d.kind = 'debt'), 0) AS on_debt \
     FROM requested JOIN txn ON txn.public_id = requested.called AND txn.book_id = requested.book \
     JOIN account ON account.id = txn.account_id",
);

const REVERSALS: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT txn.reverses_txn_id, txn.public_id, txn.amount FROM requested JOIN txn ON txn.reverses_txn_id = requested.one \
     ORDER BY txn.id",
);

const LOTS_TAKEN: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT requested.one AS original, lot_move.amount AS share, lot.id, lot.account_id, lot.kind, lot.amount, \
        lot.remaining, lot.held, lot.priority, lot.effective_at, lot.expires_at, lot.scope, lot.source_kind, \
        lot.source_ref, lot.txn_id \
     FROM requested JOIN lot_move ON lot_move.txn_id = requested.one JOIN lot ON lot.id = lot_move.lot_id",
);

// Finds the lots of grants, including those into which merges have moved their credits since.
const LOTS_GIVEN: (&str, &str) = (
    "WITH RECURSIVE requested (one) AS (VALUES ",
    "), became (original, lot_id) AS ( \
        SELECT txn.id, lot.id FROM requested JOIN txn ON txn.id = requested.one \
        JOIN lot ON lot.txn_id = txn.id \
        UNION \
        SELECT became.original, lot_transfer.to_lot_id \
        FROM became JOIN lot_transfer ON lot_transfer.from_lot_id = became.lot_id) \
     SELECT became.original, CAST(0 AS BIGINT) AS share, lot.id, lot.account_id, lot.kind, lot.amount, \
        lot.remaining, lot.held, lot.priority, lot.effective_at, lot.expires_at, lot.scope, lot.source_kind, \
        lot.source_ref, lot.txn_id \
     FROM became JOIN lot ON lot.id = became.lot_id",
);

#[derive(sqlx::FromRow)]
struct Row {
    public_id: String,
    id: i64,
    kind: String,
    amount: i64,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    on_debt: i64,
}

impl Row {
    fn into_original(self) -> Result<OriginalTransaction, Failure> {
        Ok(OriginalTransaction {
            id: self.id,
            public_id: self.public_id,
            wallet: WalletKey {
                book_id: self.book_id,
                owner: Owner::from_row(&self.owner_kind, self.owner_id),
            },
            kind: TxnKind::from_name(&self.kind)
                .ok_or_else(|| Failure::defect("a transaction of an unknown kind"))?,
            amount: self.amount.abs(),
            owed: self.on_debt.abs(),
            shares: Vec::new(),
            reversals: Vec::new(),
        })
    }
}

/// Finds transactions by their public ids, each in one book. A transaction of another book is not found. These rows never
/// change.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    requested: &[(i64, &str)],
) -> Result<HashMap<String, OriginalTransaction>, Failure> {
    let mut found = HashMap::new();
    for portion in padded(requested, 2) {
        let text = portion.text(db, FIND);
        let rows: Vec<Row> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for ((book_id, public_id), there) in portion.rows() {
                query = query.bind(there.some(*book_id)).bind(*public_id);
            }
            query.fetch_all(c).await
        })
        .failed("finding transactions")?;
        for row in rows {
            found.insert(row.public_id.clone(), row.into_original()?);
        }
    }
    Ok(found)
}

/// Reads the reversals of transactions, by the transactions' keys.
pub(crate) async fn reversals(
    db: &mut Connection<'_>,
    ids: &[i64],
) -> Result<HashMap<i64, Vec<Reversal>>, Failure> {
    let mut found: HashMap<i64, Vec<Reversal>> = HashMap::new();
    for portion in padded(ids, 1) {
        let text = portion.text(db, REVERSALS);
        let rows: Vec<(i64, String, i64)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading reversals")?;
        for (original, public_id, amount) in rows {
            let reversal = Reversal { public_id, amount };
            found.entry(original).or_default().push(reversal);
        }
    }
    Ok(found)
}

/// A lot of a transaction.
#[derive(Clone, Debug)]
pub(crate) struct OriginalLot {
    /// Key of the transaction.
    pub(crate) original: i64,
    /// Wallet of the lot.
    pub(crate) account_id: i64,
    /// Credits that the transaction took from the lot.
    pub(crate) amount: i64,
    pub(crate) lot: Lot,
}

#[derive(sqlx::FromRow)]
struct ShareRow {
    original: i64,
    share: i64,
    #[sqlx(flatten)]
    row: LotRow,
}

/// Reads the lots from which transactions took credits, by the transactions' keys.
pub(crate) async fn lots_taken(
    db: &mut Connection<'_>,
    ids: &[i64],
) -> Result<Vec<OriginalLot>, Failure> {
    lots(db, LOTS_TAKEN, ids).await
}

/// Reads the lots that grants created, and those into which merges have moved them, by the grants' keys.
pub(crate) async fn lots_given(
    db: &mut Connection<'_>,
    ids: &[i64],
) -> Result<Vec<OriginalLot>, Failure> {
    lots(db, LOTS_GIVEN, ids).await
}

async fn lots(
    db: &mut Connection<'_>,
    statement: BulkStatement,
    ids: &[i64],
) -> Result<Vec<OriginalLot>, Failure> {
    let mut lots = Vec::new();
    for portion in padded(ids, 1) {
        let text = portion.text(db, statement);
        let rows: Vec<ShareRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading the lots of transactions")?;
        for ShareRow {
            original,
            share,
            row,
        } in rows
        {
            lots.push(OriginalLot {
                original,
                account_id: row.account_id,
                amount: share,
                lot: row.into_lot()?,
            });
        }
    }
    Ok(lots)
}
