//! Marks: what a statement sees at a PostgreSQL server that writes. Two that are alike see the same, to the last row.

use super::engine::Connection;

/// Which transactions are over, and which are under way.
const SNAPSHOT: &str = "pg_current_snapshot()::TEXT";
/// SQLite has no such thing, and needs none: this process knows what it has committed.
const NOTHING: &str = "''";

/// The expression by which a statement that reads tells the mark of what it sees; empty on SQLite.
pub fn mark(db: &Connection<'_>) -> &'static str {
    match db {
        Connection::Sqlite(_) => NOTHING,
        Connection::Postgres(_) => SNAPSHOT,
    }
}
