//! Two statements in one round trip: the second one reads the rows that the first one writes.
//!
//! SQLite runs both from one text. PostgreSQL accepts one statement per prepared text, so there the first one becomes a
//! `WITH` clause of the second one.

use super::engine::Connection;

/// Two statements that one round trip runs, made by [`statement_pair!`](crate::statement_pair). Both use the same placeholders;
/// the second one can read the rows that the first one writes.
#[derive(Clone, Copy, Debug)]
pub struct StatementPair {
    sqlite: &'static str,
    postgres: &'static str,
}

impl StatementPair {
    /// Creates the value for [`statement_pair!`](crate::statement_pair), from the text for each engine.
    pub const fn new(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { sqlite, postgres }
    }

    /// Returns the text for the engine of a connection.
    pub const fn text(self, db: &Connection<'_>) -> &'static str {
        match db {
            Connection::Sqlite(_) => self.sqlite,
            Connection::Postgres(_) => self.postgres,
        }
    }
}

/// Joins two statements into a [`StatementPair`](crate::database::StatementPair).
///
/// `statement_pair!(FIRST, writes "codes", SECOND)` names the table that the first statement changes. In the second statement
/// this name means the changed rows on PostgreSQL and the whole table on SQLite. The second statement must therefore
/// select them by a value that only this execution of the first one can have written, such as a new key.
///
/// `statement_pair!(FIRST, locks "sessions", writes "grants", SECOND)` also locks the rows of a table that the first
/// statement reads by a `SELECT` at its end, in share mode until the commit. SQLite has one writer and needs no lock.
///
/// PostgreSQL counts the affected rows of the second statement, SQLite those of both. So a caller may only compare the
/// number with zero, and only if the second statement writes a row whenever the first one does.
#[macro_export]
macro_rules! statement_pair {
    ($first:expr, $(locks $locked:literal,)? writes $written:literal, $second:expr) => {
        $crate::database::StatementPair::new(
            concat!($first, "; ", $second),
            concat!(
                "WITH ", $written, " AS (", $first, $(" FOR SHARE OF ", $locked,)? " RETURNING *) ", $second
            ),
        )
    };
}
