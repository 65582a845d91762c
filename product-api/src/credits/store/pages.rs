//! Lots of large wallets: pages of a scope in burn order, each one index range of `lot_open`, and lots by key.
//!
//! The order is that of [`burn_order`](crate::credits::ledger::lot::burn_order) within a scope, written like the index. A page is read
//! under the wallet's lock and before anything is saved, so that its offset counts unchanged rows.

use foundation::database::{SqlResultExt, padded, padded_arms, union};
use foundation::{Connection, Failure, on_engine};
use sqlx::AssertSqlSafe;

use super::lots::Row;
use crate::credits::ledger::loaded_part::{LotPage, LotScope, PAGE};
use crate::credits::ledger::lot::Lot;

/// Reads the first page of each of several wallets: lots for any use.
const FIRST: (&str, &str, &str) = (
    "SELECT * FROM (",
    "SELECT * FROM (SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, \
        source_ref, txn_id \
     FROM lot WHERE account_id = {} AND closed_at IS NULL AND COALESCE(scope, 0) = 0 \
     ORDER BY priority, COALESCE(expires_at, 9223372036854775807), kind = 'purchase', effective_at, id LIMIT $1) AS page",
    ") AS pages",
);

const NEXT: &str = "\
    SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
    FROM lot WHERE account_id = $1 AND closed_at IS NULL AND COALESCE(scope, 0) = $2 \
    ORDER BY priority, COALESCE(expires_at, 9223372036854775807), kind = 'purchase', effective_at, id LIMIT $3 OFFSET $4";

const BY_KEY: (&str, &str) = (
    "WITH requested (one) AS (VALUES ",
    ") SELECT id, account_id, kind, amount, remaining, held, priority, effective_at, expires_at, scope, source_kind, source_ref, txn_id \
     FROM requested JOIN lot ON lot.id = requested.one",
);

/// Lots, each with its account.
type AccountLots = Vec<(i64, Lot)>;

fn read_lots(rows: Vec<Row>) -> Result<AccountLots, Failure> {
    let of_row = |row: Row| Ok((row.account_id, row.into_lot()?));
    rows.into_iter().map(of_row).collect()
}

/// Reads the first page of each account: lots for any use, in one statement for all accounts.
pub(crate) async fn first(
    db: &mut Connection<'_>,
    account_ids: &[i64],
) -> Result<AccountLots, Failure> {
    let mut lots = Vec::new();
    for portion in padded_arms(account_ids, 1) {
        let text = union(FIRST, 2, portion.count());
        let rows: Vec<Row> = on_engine!(&mut *db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text)).bind(PAGE);
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading lots")?;
        // The pages follow each other, each in its order.
        lots.extend(read_lots(rows)?);
    }
    Ok(lots)
}

/// Reads a page of a scope of an account, in burn order.
pub(crate) async fn next(
    db: &mut Connection<'_>,
    account_id: i64,
    scope: LotScope,
    page: LotPage,
) -> Result<Vec<Lot>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(NEXT)
        .bind(account_id)
        .bind(scope.unwrap_or_default())
        .bind(page.length)
        .bind(page.offset)
        .fetch_all(c)
        .await)
    .failed("reading lots")?;
    rows.into_iter().map(Row::into_lot).collect()
}

/// Reads lots by their keys.
pub(crate) async fn by_key(
    db: &mut Connection<'_>,
    lot_ids: &[i64],
) -> Result<AccountLots, Failure> {
    let mut lots = Vec::new();
    for portion in padded(lot_ids, 1) {
        let text = portion.text(db, BY_KEY);
        let rows: Vec<Row> = on_engine!(&mut *db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text));
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading lots")?;
        lots.extend(read_lots(rows)?);
    }
    Ok(lots)
}

/// Composed statements, one with two wallets, for tests of query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    vec![union(FIRST, 2, 2), NEXT.to_owned()]
}
