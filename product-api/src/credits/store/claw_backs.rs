//! Reads the transactions that have taken credits of a purchase back or given them back, and the lots of the purchase.

use std::collections::HashMap;

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::accounts::BulkStatement;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::book::SystemAccount;

/// Reads the transactions of a purchase in the order of their numbers, which have no gap.
const SETTLEMENTS: &str = "\
    WITH RECURSIVE step (n, txn_id) AS (\
        SELECT CAST(1 AS BIGINT), (SELECT t.id FROM txn t WHERE t.book_id = $1 AND t.op_key = CAST($2 AS TEXT) || '1') \
        UNION ALL \
        SELECT step.n + 1, (SELECT t.id FROM txn t \
            WHERE t.book_id = $1 AND t.op_key = CAST($2 AS TEXT) || CAST(step.n + 1 AS TEXT)) \
        FROM step WHERE step.txn_id IS NOT NULL) \
    SELECT txn.id, txn.reverses_txn_id AS reverses, \
        COALESCE((SELECT CAST(SUM(e.amount) AS BIGINT) FROM entry e WHERE e.txn_id = txn.id AND e.account_id = $3), 0) AS clawed_back, \
        COALESCE((SELECT CAST(SUM(-e.amount) AS BIGINT) FROM entry e WHERE e.txn_id = txn.id AND e.account_id = $4), 0) AS written_off, \
        COALESCE((SELECT CAST(SUM(-e.amount) AS BIGINT) FROM entry e JOIN account d ON d.id = e.account_id \
            WHERE e.txn_id = txn.id AND d.kind = 'debt'), 0) AS owed \
    FROM step JOIN txn ON txn.id = step.txn_id ORDER BY step.n";

/// Reads the lots into which transactions have restored credits.
const RESTORED: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT lot.id FROM requested JOIN lot ON lot.txn_id = requested.one ORDER BY lot.id",
);

/// Reads lots, and those into which merges have moved their credits. `frozen` is the part of `held` that holds of the system
/// have pinned.
const LOTS: (&str, &str) = (
    "WITH RECURSIVE requested (one) AS (VALUES ",
    "), became (root, lot_id) AS (\
        SELECT lot.id, lot.id FROM requested JOIN lot ON lot.id = requested.one \
        UNION \
        SELECT became.root, lot_transfer.to_lot_id \
        FROM became JOIN lot_transfer ON lot_transfer.from_lot_id = became.lot_id) \
     SELECT became.root, lot.id, lot.remaining, lot.held, account.book_id, account.owner_kind, account.owner_id, \
        COALESCE((SELECT CAST(SUM(q.amount) AS BIGINT) FROM hold_lot q JOIN hold h ON h.id = q.hold_id \
            WHERE q.lot_id = lot.id AND h.kind = 'dispute'), 0) AS frozen \
     FROM became JOIN lot ON lot.id = became.lot_id JOIN account ON account.id = lot.account_id",
);

/// Adds up the credits that websites took back from lots by voiding their grants.
const VOIDED: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT COALESCE(CAST(SUM(lot_move.amount) AS BIGINT), 0) FROM requested JOIN lot ON lot.id = requested.one \
     JOIN txn ON txn.reverses_txn_id = lot.txn_id AND txn.kind = 'void' JOIN lot_move ON lot_move.txn_id = txn.id",
);

/// Adds up the credits that expired in lots. No index has the lot of a change, so the query reads the transactions of the wallet
/// since the lot's end; it runs only for a refund of expired credits.
const EXPIRED: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT COALESCE(CAST(SUM(lot_move.amount) AS BIGINT), 0) FROM requested CROSS JOIN lot CROSS JOIN txn CROSS JOIN lot_move \
     WHERE lot.id = requested.one AND txn.account_id = lot.account_id AND txn.booked_at >= lot.expires_at \
        AND txn.kind = 'expiry' AND lot_move.txn_id = txn.id AND lot_move.lot_id = lot.id",
);

/// Returns the first part of the operation key of a purchase's claw-backs and reversals. Their number follows.
pub(crate) fn key_prefix(reference: &str) -> String {
    format!("settle:{reference}:")
}

/// A transaction that has taken credits of a purchase back, or has given them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Settlement {
    /// The transaction's key.
    pub(crate) id: i64,
    /// Key of the claw-back that it reverses; none for a claw-back.
    pub(crate) reverses: Option<i64>,
    /// Credits that it has taken back; below zero if it has given them back.
    pub(crate) clawed_back: i64,
    /// Part of them that was written off.
    pub(crate) written_off: i64,
    /// Part of them that was posted on the debt.
    pub(crate) owed: i64,
}

/// A lot with credits of a purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PurchaseLot {
    /// Key of the lot that was given to the query, and whose credits the lot has.
    pub(crate) root: i64,
    /// The lot's key.
    pub(crate) id: i64,
    /// Wallet of the lot.
    pub(crate) wallet: WalletKey,
    /// Credits that are left.
    pub(crate) remaining: i64,
    /// Part of `remaining` that open holds have pinned.
    pub(crate) held: i64,
    /// Part of `held` that holds of the system have pinned.
    pub(crate) frozen: i64,
}

#[derive(sqlx::FromRow)]
struct PurchaseLotRow {
    root: i64,
    id: i64,
    remaining: i64,
    held: i64,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    frozen: i64,
}

impl From<PurchaseLotRow> for PurchaseLot {
    fn from(row: PurchaseLotRow) -> Self {
        Self {
            root: row.root,
            id: row.id,
            wallet: WalletKey {
                book_id: row.book_id,
                owner: Owner::from_row(&row.owner_kind, row.owner_id),
            },
            remaining: row.remaining,
            held: row.held,
            frozen: row.frozen,
        }
    }
}

/// Reads the transactions that have taken credits of a purchase back or given them back, the first one first.
pub(crate) async fn settlements(
    db: &mut Connection<'_>,
    book_id: i64,
    reference: &str,
) -> Result<Vec<Settlement>, Failure> {
    on_engine!(db, |c| sqlx::query_as(SETTLEMENTS)
        .bind(book_id)
        .bind(key_prefix(reference))
        .bind(SystemAccount::ClawedBack.key_in(book_id))
        .bind(SystemAccount::WrittenOff.key_in(book_id))
        .fetch_all(c)
        .await)
    .failed("reading the claw-backs of a purchase")
}

/// Reads the keys of the lots that these transactions have opened.
pub(crate) async fn restored(
    db: &mut Connection<'_>,
    txn_ids: &[i64],
) -> Result<Vec<i64>, Failure> {
    let mut found = Vec::new();
    for portion in padded(txn_ids, 1) {
        let text = portion.text(db, RESTORED);
        let ids: Vec<i64> = on_engine!(db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading the restored lots of a purchase")?;
        found.extend(ids);
    }
    Ok(found)
}

/// Reads lots, and all lots into which merges have moved their credits, each once.
pub(crate) async fn lots(
    db: &mut Connection<'_>,
    lot_ids: &[i64],
) -> Result<Vec<PurchaseLot>, Failure> {
    let mut found: HashMap<i64, PurchaseLot> = HashMap::new();
    for portion in padded(lot_ids, 1) {
        let text = portion.text(db, LOTS);
        let rows: Vec<PurchaseLotRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading the lots of a purchase")?;
        for row in rows {
            found.entry(row.id).or_insert_with(|| row.into());
        }
    }
    let mut lots: Vec<PurchaseLot> = found.into_values().collect();
    lots.sort_unstable_by_key(|lot| lot.id);
    Ok(lots)
}

/// Returns the credits that left lots without a use: they expired, or a website has voided their grant.
pub(crate) async fn unused(db: &mut Connection<'_>, lot_ids: &[i64]) -> Result<i64, Failure> {
    Ok(sum(db, VOIDED, lot_ids).await? + sum(db, EXPIRED, lot_ids).await?)
}

async fn sum(
    db: &mut Connection<'_>,
    statement: BulkStatement,
    lot_ids: &[i64],
) -> Result<i64, Failure> {
    let mut all = 0;
    for portion in padded(lot_ids, 1) {
        let text = portion.text(db, statement);
        let of_portion: i64 = on_engine!(db, |c| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_one(c).await
        })
        .failed("summing the unused credits of a purchase")?;
        all += of_portion;
    }
    Ok(all)
}
