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
