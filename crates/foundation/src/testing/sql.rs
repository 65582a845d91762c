//! Statements of tests, on either engine.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test whose statement fails cannot go on"
)]

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow};

use crate::database::Database;
use crate::on_engine;

/// Executes a statement with these values in its own transaction, and returns the number of affected rows.
pub async fn execute(database: &Database, statement: &str, values: &[&str]) -> u64 {
    let mut transaction = database.begin().await.expect("a transaction");
    let executed = on_engine!(&mut transaction.connection(), |c| {
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for value in values {
            query = query.bind(*value);
        }
        query.execute(c).await.map(|done| done.rows_affected())
    });
    let affected = executed.expect("the statement is executed");
    transaction.commit().await.expect("a commit");
    affected
}

/// Returns the only value that a statement selects for these values.
pub async fn select<T>(database: &Database, statement: &str, values: &[&str]) -> T
where
    T: Send + Unpin,
    (T,): for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    let mut reader = database.reader().await.expect("a reader");
    let selected = on_engine!(&mut reader.connection(), |c| {
        let mut query = sqlx::query_scalar(AssertSqlSafe(statement));
        for value in values {
            query = query.bind(*value);
        }
        query.fetch_one(c).await
    });
    selected.expect("one row")
}
