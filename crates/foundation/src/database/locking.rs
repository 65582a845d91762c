//! Clauses that lock the rows of a `SELECT`.

use super::engine::Connection;

/// Returns a clause such as ` FOR KEY SHARE OF g`, which locks rows until the commit. Returns an empty text for SQLite,
/// which has one writer.
pub const fn locking(db: &Connection<'_>, clause: &'static str) -> &'static str {
    match db {
        Connection::Sqlite(_) => "",
        Connection::Postgres(_) => clause,
    }
}

/// Returns the clause that locks the rows of a `SELECT` against other writers until the commit. Other transactions may still
/// insert rows that refer to them. Returns an empty text for SQLite.
pub const fn row_lock(db: &Connection<'_>) -> &'static str {
    locking(db, " FOR NO KEY UPDATE")
}
