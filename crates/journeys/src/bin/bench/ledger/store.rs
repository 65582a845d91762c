//! The table of bare commits, PostgreSQL's statistics of all tables, and the thresholds of top-ups.

use foundation::database::Transaction;
use foundation::{Database, on_engine};

/// The customers with the threshold are those of `CustomerHalf::WithThreshold`.
const SET_THRESHOLDS: &str = "\
    UPDATE account SET version = version + 1, topup_at = CASE WHEN owner_id IN ( \
        SELECT id FROM customers WHERE email LIKE '%0@example.com' OR email LIKE '%2@example.com' OR email LIKE '%4@example.com' \
            OR email LIKE '%6@example.com' OR email LIKE '%8@example.com') THEN posted - $1 END \
    WHERE kind = 'wallet'";

/// Creates the table, with this many rows.
pub(super) async fn make(database: &Database, rows: i64) {
    let mut transaction = database.begin().await.expect("a transaction");
    let table = "CREATE TABLE bare (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)";
    execute(&mut transaction, table, None).await;
    for id in 0..rows {
        let row = "INSERT INTO bare (id, n) VALUES ($1, 0)";
        execute(&mut transaction, row, Some(id)).await;
    }
    transaction.commit().await.expect("a commit");
}

/// Changes a row.
pub(super) async fn add_one(transaction: &mut Transaction, id: i64) {
    let sql = "UPDATE bare SET n = n + 1 WHERE id = $1";
    execute(transaction, sql, Some(id)).await;
}

/// Updates PostgreSQL's statistics.
pub(super) async fn analyze(url: &str) {
    let database = Database::open(url).await.expect("a database");
    let mut transaction = database.begin().await.expect("a transaction");
    execute(&mut transaction, "ANALYZE", None).await;
    transaction.commit().await.expect("a commit");
    database.close().await;
}

/// Sets thresholds of top-ups this far below the balances of every second customer, and forgets earlier crossings. All wallets
/// are written, so that neither half of the customers has the newer rows.
pub(super) async fn set_thresholds(url: &str, distance: i64) {
    let database = Database::open(url).await.expect("a database");
    let mut transaction = database.begin().await.expect("a transaction");
    execute(&mut transaction, SET_THRESHOLDS, Some(distance)).await;
    execute(&mut transaction, "DELETE FROM topup_due", None).await;
    transaction.commit().await.expect("a commit");
    database.close().await;
}

async fn execute(transaction: &mut Transaction, sql: &'static str, value: Option<i64>) {
    let done = on_engine!(&mut transaction.connection(), |c| {
        let query = sqlx::query(sql);
        let query = match value {
            Some(value) => query.bind(value),
            None => query,
        };
        query.execute(c).await.map(|_| ())
    });
    done.expect("it is done");
}
