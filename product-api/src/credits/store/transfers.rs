//! Tables of transfers between wallets. Rows are written once; only `raised` and `is_over` change later.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::credits::ledger::merge_transfer::{MergedWallets, WalletTransfer};
use crate::credits::ledger::transfer::LotTransfer;

const INSERT: &str = "\
    INSERT INTO wallet_transfer (out_txn_id, in_txn_id, merge_id, from_id, into_id, debt, is_undo, raised)";

const INSERT_LOTS: &str = "INSERT INTO lot_transfer (out_txn_id, from_lot_id, to_lot_id, amount)";

// Finds the merge that merged each customer into another. A merged user is merged into no other user until that merge is
// undone.
const LEADING: (&str, &str) = (
    "WITH asked (one) AS (VALUES ",
    ") SELECT c.id, c.merged_into, m.id FROM asked JOIN customers c ON c.id = asked.one \
       JOIN user_merges m ON m.from_user_id = c.user_id AND m.state = 'merged' WHERE c.merged_into IS NOT NULL",
);

const LOTS: &str = "\
    SELECT l.to_lot_id, l.from_lot_id, l.amount FROM wallet_transfer w \
    JOIN lot_transfer l ON l.out_txn_id = w.out_txn_id \
    WHERE w.merge_id = $1 AND w.from_id = $2 AND w.into_id = $3 AND NOT w.is_undo AND NOT w.is_over \
    ORDER BY l.out_txn_id, l.to_lot_id";

const DEBT: &str = "\
    SELECT COALESCE(CAST(SUM(debt) AS BIGINT), 0) FROM wallet_transfer \
    WHERE merge_id = $1 AND from_id = $2 AND into_id = $3 AND NOT is_undo AND NOT is_over";

const RAISED: &str = "\
    SELECT COALESCE(CAST(SUM(raised) AS BIGINT), 0) FROM wallet_transfer \
    WHERE merge_id = $1 AND from_id = $2 AND into_id = $3";

const FORGET_RAISED: &str = "\
    UPDATE wallet_transfer SET raised = 0 WHERE into_id = $1 AND raised > 0 AND ($2 = 0 OR from_id = $2)";

// Transfers that an undo has yet to return, because a wallet is frozen, still count.
const FORGET_UNDONE: &str = "\
    UPDATE wallet_transfer SET is_over = TRUE WHERE merge_id = $1 AND NOT is_over \
        AND NOT EXISTS (SELECT 1 FROM wallet_return r WHERE r.merge_id = $1 \
            AND r.from_id = wallet_transfer.from_id AND r.into_id = wallet_transfer.into_id)";

/// Copies the alert mark to the receiving lot; a lot that already has a higher mark keeps it.
const KEEP_TOLD: (&str, &str) = (
    "WITH asked (one) AS (VALUES ",
    ") UPDATE lot SET warned = told.warned \
     FROM (SELECT t.to_lot_id, MAX(l.warned) AS warned FROM asked CROSS JOIN lot_transfer t CROSS JOIN lot l \
         WHERE t.out_txn_id = asked.one AND l.id = t.from_lot_id GROUP BY t.to_lot_id) AS told \
     WHERE lot.id = told.to_lot_id AND lot.warned < told.warned",
);

/// Merge target of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MergeTarget {
    /// Id of the merge target, which may be merged in turn.
    pub(crate) into: String,
    /// Id of the merge.
    pub(crate) merge_id: String,
}

/// Returns the merge targets of those customers that were merged into others.
pub(crate) async fn leads(
    db: &mut Connection<'_>,
    customer_ids: &[&str],
) -> Result<HashMap<String, MergeTarget>, Failure> {
    let mut leads = HashMap::new();
    for portion in padded(customer_ids, 1) {
        let text = portion.text(db, LEADING);
        let rows: Vec<(String, String, String)> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading where merged customers lead")?;
        let of_row = |(id, into, merge_id)| (id, MergeTarget { into, merge_id });
        leads.extend(rows.into_iter().map(of_row));
    }
    Ok(leads)
}

/// Inserts transfers.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    transfers: &[&WalletTransfer],
) -> Result<(), Failure> {
    for portion in padded(transfers, 8) {
        let text = portion.insert(db, INSERT, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (transfer, there) in portion.rows() {
                query = query
                    .bind(there.some(transfer.out_txn_id))
                    .bind(transfer.in_txn_id)
                    .bind(&transfer.merge_id)
                    .bind(transfer.from_id)
                    .bind(transfer.into_id)
                    .bind(transfer.debt)
                    .bind(transfer.is_undo)
                    .bind(transfer.raised);
            }
            query.execute(c).await.map(drop)
        })
        .failed("writing transfers")?;
    }
    Ok(())
}

/// Inserts the transfers of lots, each with the outgoing transaction.
pub(crate) async fn insert_lots(
    db: &mut Connection<'_>,
    lot_transfers: &[(i64, &LotTransfer)],
) -> Result<(), Failure> {
    for portion in padded(lot_transfers, 4) {
        let text = portion.insert(db, INSERT_LOTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((out_txn_id, lot_transfer), there) in portion.rows() {
                query = query
                    .bind(there.some(*out_txn_id))
                    .bind(lot_transfer.lot.id)
                    .bind(lot_transfer.to_lot)
                    .bind(lot_transfer.amount);
            }
            query.execute(c).await.map(drop)
        })
        .failed("writing the lots of transfers")?;
    }
    Ok(())
}

/// Copies alert marks to the receiving lots of transfers, so that no alert is repeated. The lots must be written.
pub(crate) async fn keep_told(db: &mut Connection<'_>, out_txn_ids: &[i64]) -> Result<(), Failure> {
    for portion in padded(out_txn_ids, 1) {
        let text = portion.text(db, KEEP_TOLD);
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.execute(c).await.map(drop)
        })
        .failed("noting which lots of transfers were told of")?;
    }
    Ok(())
}

/// Reads the lots that a merge moved between two wallets: the receiving lot, the giving lot, and the credits.
pub(crate) async fn lots_of(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<Vec<(i64, i64, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots of a merge")
}

/// Returns the debt that a merge moved between two wallets.
pub(crate) async fn debt_of(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(DEBT)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .fetch_one(c)
        .await)
    .failed("reading the debts of a merge")
}

/// Returns the increase of the merge target's overdraft limit by a merge of two wallets, unless the limit was set since.
pub(crate) async fn raised_by(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(RAISED)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .fetch_one(c)
        .await)
    .failed("reading by how much a merge raised a limit")
}

/// Resets the increases of a wallet's limit: those of one giving wallet, or all if none is given.
pub(crate) async fn forget_raised(
    db: &mut Connection<'_>,
    into_id: i64,
    from_id: Option<i64>,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FORGET_RAISED)
        .bind(into_id)
        .bind(from_id.unwrap_or_default())
        .execute(c)
        .await
        .map(drop))
    .failed("forgetting by how much merges raised a limit")
}

/// Marks the transfers of a merge that its undo has returned, so that the next undo does not return them again.
pub(crate) async fn forget_undone(db: &mut Connection<'_>, merge_id: &str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FORGET_UNDONE)
        .bind(merge_id)
        .execute(c)
        .await
        .map(drop))
    .failed("forgetting what an undone merge has moved")
}
