//! Transactions and entries of the money journal. Their rows never change.

use foundation::database::{SqlResultExt, padded};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::journal::money_transaction::{MoneyEntry, MoneyTransaction};

const INSERT_TRANSACTION: &str = "\
    INSERT INTO money_txn (id, book_id, key, kind, payment_id, booked_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";

const IS_RECORDED: &str = "SELECT COUNT(*) FROM money_txn WHERE book_id = $1 AND key = $2";

const INSERT_ENTRIES: &str = "INSERT INTO money_entry (txn_id, leg, account, currency, amount)";

/// The times of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::journal) struct MoneyTimes {
    /// The time at which the money counts.
    pub(in crate::billing::journal) booked_at: Timestamp,
    /// The time at which the row is inserted.
    pub(in crate::billing::journal) created_at: Timestamp,
}

/// Inserts a transaction without its entries.
pub(in crate::billing::journal) async fn insert_transaction(
    db: &mut Connection<'_>,
    id: i64,
    transaction: &MoneyTransaction<'_>,
    times: MoneyTimes,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_TRANSACTION)
        .bind(id)
        .bind(transaction.book_id)
        .bind(&transaction.key)
        .bind(transaction.kind.name())
        .bind(transaction.payment_id)
        .bind(times.booked_at.micros())
        .bind(times.created_at.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording money")
}

/// Returns true if a book has a transaction with a key.
pub(in crate::billing::journal) async fn is_recorded(
    db: &mut Connection<'_>,
    book_id: i64,
    key: &str,
) -> Result<bool, Failure> {
    let found: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_RECORDED)
        .bind(book_id)
        .bind(key)
        .fetch_one(c)
        .await)
    .failed("finding recorded money")?;
    Ok(found > 0)
}

/// Inserts the entries of a transaction.
pub(in crate::billing::journal) async fn insert_entries(
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
