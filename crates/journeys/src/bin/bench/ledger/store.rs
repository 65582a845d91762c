//! The table of bare commits, and PostgreSQL's statistics of all tables.

use foundation::database::Transaction;
use foundation::{Database, on_engine};

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

async fn execute(transaction: &mut Transaction, sql: &'static str, id: Option<i64>) {
    let done = on_engine!(&mut transaction.connection(), |c| {
        let query = sqlx::query(sql);
        let query = match id {
            Some(id) => query.bind(id),
            None => query,
        };
        query.execute(c).await.map(|_| ())
    });
    done.expect("it is done");
}
