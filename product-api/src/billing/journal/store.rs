//! Tables of the money journal. Rows of transactions and entries never change.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::money_transaction::{MoneyEntry, MoneyTransaction};
use super::record::LotCost;
use crate::billing::currency::Currency;

const INSERT_TRANSACTION: &str = "\
    INSERT INTO money_txn (id, book_id, key, kind, payment_id, booked_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $6)";

const INSERT_ENTRIES: &str = "INSERT INTO money_entry (txn_id, leg, account, currency, amount)";

const INSERT_LOT_COST: &str = "\
    INSERT INTO recognition (lot_id, book_id, currency, cost_minor, is_open, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, TRUE, $5, $5)";

/// Inserts a transaction without its entries.
pub(super) async fn insert_transaction(
    db: &mut Connection<'_>,
    id: i64,
    transaction: &MoneyTransaction<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_TRANSACTION)
        .bind(id)
        .bind(transaction.book_id)
        .bind(&transaction.key)
        .bind(transaction.kind.name())
        .bind(transaction.payment_id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording money")
}

/// Inserts the entries of a transaction.
pub(super) async fn insert_entries(
    db: &mut Connection<'_>,
    transaction_id: i64,
    entries: &[MoneyEntry],
) -> Result<(), Failure> {
    let numbered: Vec<(i16, &MoneyEntry)> = (1_i16..).zip(entries).collect();
    for portion in padded(&numbered, 5) {
        let text = portion.insert(db, INSERT_ENTRIES, "");
        on_engine!(db, |c| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for ((leg, entry), there) in portion.rows() {
                query = query
                    .bind(there.some(transaction_id))
                    .bind(*leg)
                    .bind(entry.account.name())
                    .bind(entry.currency.code())
                    .bind(entry.amount);
            }
            query.execute(c).await.map(drop)
        })
        .failed("recording entries of money")?;
    }
    Ok(())
}

/// Inserts the cost of a lot.
pub(super) async fn insert_lot_cost(
    db: &mut Connection<'_>,
    book_id: i64,
    currency: Currency,
    cost: &LotCost,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_LOT_COST)
        .bind(cost.lot_id)
        .bind(book_id)
        .bind(currency.code())
        .bind(cost.cost_minor)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording the cost of a lot")
}
