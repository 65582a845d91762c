//! Tables of transfers between wallets. Rows are written once; only `raised` and `is_over` change later.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use crate::credits::ledger::merge_transfer::{MergedWallets, WalletTransfer};
use crate::credits::ledger::transfer::{LotTransfer, ReceivedLot};

const INSERT: &str = "\
    INSERT INTO wallet_transfer (out_txn_id, in_txn_id, merge_id, from_id, into_id, debt, is_undo, raised) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

const INSERT_LOTS: &str = "INSERT INTO lot_transfer (out_txn_id, from_lot_id, to_lot_id, amount)";

const LOTS: &str = "\
    SELECT l.to_lot_id, l.from_lot_id, l.amount FROM wallet_transfer w \
    JOIN lot_transfer l ON l.out_txn_id = w.out_txn_id \
    WHERE w.merge_id = $1 AND w.from_id = $2 AND w.into_id = $3 AND NOT w.is_undo AND NOT w.is_over \
    ORDER BY l.out_txn_id, l.to_lot_id";

// A moved hold has pinned both lots of a transfer, one after the other: no pin is deleted.
const HOLDS: &str = "\
    SELECT DISTINCT q.hold_id FROM wallet_transfer w CROSS JOIN lot_transfer l CROSS JOIN hold_lot q CROSS JOIN hold_lot p \
        CROSS JOIN hold h \
    WHERE w.merge_id = $1 AND w.from_id = $2 AND w.into_id = $3 AND NOT w.is_undo AND NOT w.is_over \
        AND l.out_txn_id = w.out_txn_id AND q.lot_id = l.to_lot_id \
        AND p.hold_id = q.hold_id AND p.lot_id = l.from_lot_id AND h.id = q.hold_id AND h.account_id = w.into_id";

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
const COPY_ALERT_MARKS: &str = "\
    UPDATE lot SET warned = given.warned \
    FROM (SELECT t.to_lot_id, MAX(l.warned) AS warned FROM lot_transfer t CROSS JOIN lot l \
        WHERE t.out_txn_id = $1 AND l.id = t.from_lot_id GROUP BY t.to_lot_id) AS given \
    WHERE lot.id = given.to_lot_id AND lot.warned < given.warned";

/// Inserts a transfer.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    transfer: &WalletTransfer,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(transfer.out_txn_id)
        .bind(transfer.in_txn_id)
        .bind(&transfer.merge_id)
        .bind(transfer.from_id)
        .bind(transfer.into_id)
        .bind(transfer.debt)
        .bind(transfer.is_undo)
        .bind(transfer.raised)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a transfer")
}

/// Inserts the lots of a transfer, which the outgoing transaction names.
pub(crate) async fn insert_lots(
    db: &mut Connection<'_>,
    out_txn_id: i64,
    lot_transfers: &[LotTransfer],
) -> Result<(), Failure> {
    for portion in padded(lot_transfers, 4) {
        let text = portion.insert(db, INSERT_LOTS, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (lot_transfer, there) in portion.rows() {
                query = query
                    .bind(there.some(out_txn_id))
                    .bind(lot_transfer.lot.id)
                    .bind(lot_transfer.to_lot)
                    .bind(lot_transfer.amount);
            }
            query.execute(c).await.map(drop)
        })
        .failed("storing the lots of a transfer")?;
    }
    Ok(())
}

/// Copies alert marks to the receiving lots of a transfer, so that no alert is repeated. The lots must be written.
pub(crate) async fn copy_alert_marks(
    db: &mut Connection<'_>,
    out_txn_id: i64,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(COPY_ALERT_MARKS)
        .bind(out_txn_id)
        .execute(c)
        .await
        .map(drop))
    .failed("copying the alert marks of a transfer")
}

/// Reads the lots that received the credits of one wallet in a merge.
pub(crate) async fn received_lots(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<Vec<ReceivedLot>, Failure> {
    let rows: Vec<(i64, i64, i64)> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .fetch_all(c)
        .await)
    .failed("reading the lots of a merge")?;
    let of_row = |(here, giver, amount)| ReceivedLot {
        here,
        giver,
        amount,
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// Reads the keys of the holds that a merge moved between two wallets and that are still on the receiving one, in any state.
pub(crate) async fn moved_holds(
    db: &mut Connection<'_>,
    merge_id: &str,
    wallets: MergedWallets,
) -> Result<Vec<i64>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HOLDS)
        .bind(merge_id)
        .bind(wallets.from_id)
        .bind(wallets.into_id)
        .fetch_all(c)
        .await)
    .failed("reading the holds of a merge")
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
    .failed("reading the raised limit of a merge")
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
    .failed("deleting the raised limits of merges")
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
