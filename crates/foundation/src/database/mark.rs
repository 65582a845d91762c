//! Marks: what can be seen at a PostgreSQL server that writes, at an instant. Two that are alike see the same, to the last
//! row.

use super::engine::{Connection, Database};
use super::failure::Failed;
use crate::failure::Failure;

/// Which transactions are over, and which are under way.
const SNAPSHOT: &str = "pg_current_snapshot()::TEXT";
/// SQLite has no such thing, and needs none: this process knows what it has committed.
const NOTHING: &str = "''";

const MARK: &str = "SELECT pg_current_snapshot()::TEXT";

/// The expression by which a statement that reads tells the mark of what it sees; empty on SQLite.
pub fn mark(db: &Connection<'_>) -> &'static str {
    match db {
        Connection::Sqlite(_) => NOTHING,
        Connection::Postgres(_) => SNAPSHOT,
    }
}

/// The mark of what can be seen now; empty on SQLite.
pub(crate) async fn mark_now(database: &Database) -> Result<String, Failure> {
    let Database::Postgres(pool) = database else {
        return Ok(String::new());
    };
    sqlx::query_scalar(MARK)
        .fetch_one(pool)
        .await
        .failed("asking the database what can be seen")
}
