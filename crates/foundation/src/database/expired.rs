//! Deletion of expired rows on both engines: the oldest first, a bounded number per batch.

use tokio_util::sync::CancellationToken;

use super::engine::{Connection, Database};
use super::failure::SqlResultExt;
use crate::failure::Failure;
use crate::time::Timestamp;

/// Maximum number of rows that one statement deletes, so that a sweep does not delay writers.
const BATCH: u32 = 500;
/// Maximum number of batches that one sweep deletes from one table; the next sweep continues. One sweep per minute
/// deletes a million rows, more than the busiest table gets in a minute.
const MAX_BATCHES: u32 = 2_000;

/// Expired rows of a table; made by [`expired!`](crate::expired).
#[derive(Clone, Copy, Debug)]
pub struct ExpiredRows {
    table: &'static str,
    statement: &'static str,
}

/// Declares that the rows of a table expire at the time in a column; a store has one declaration per table.
///
/// `expired!("codes", key "digest", at "expires_at")`, and `only "…"` for a further condition in SQL. The statement
/// reads an index on the column, oldest first, so that two concurrent sweeps lock the rows in one order.
#[macro_export]
macro_rules! expired {
    ($table:literal, key $key:literal, at $time:literal $(, only $condition:literal)?) => {
        $crate::database::ExpiredRows::new(
            $table,
            concat!(
                "DELETE FROM ", $table, " WHERE ", $key, " IN (SELECT ", $key, " FROM ", $table,
                " WHERE ", $time, " <= $1", $(" AND ", $condition,)?
                " ORDER BY ", $time, ", ", $key, " LIMIT $2)"
            ),
        )
    };
}

impl ExpiredRows {
    /// Creates the value for [`expired!`](crate::expired): a table, and the statement that takes a time and a number of rows.
    pub const fn new(table: &'static str, statement: &'static str) -> Self {
        Self { table, statement }
    }

    /// Returns the statement, for tests of the query plan.
    pub const fn statement(&self) -> &'static str {
        self.statement
    }

    /// Deletes the oldest rows whose time is not after `until`, at most `most`. Returns the number of deleted rows.
    pub async fn delete_some(
        &self,
        db: &mut Connection<'_>,
        until: Timestamp,
        most: u32,
    ) -> Result<u64, Failure> {
        crate::on_engine!(db, |c| {
            sqlx::query(self.statement)
                .bind(until.micros())
                .bind(i64::from(most))
                .execute(c)
                .await
                .map(|done| done.rows_affected())
        })
        .failed(&format!("sweeping {}", self.table))
    }
}

impl Database {
    /// Deletes the rows that have expired at `until`, until few are left or the service stops. Returns the number of
    /// deleted rows. Each batch is its own transaction, so that others can use SQLite's one writer between batches.
    pub async fn sweep(
        &self,
        expired: ExpiredRows,
        until: Timestamp,
        stopping: &CancellationToken,
    ) -> Result<u64, Failure> {
        let mut deleted = 0;
        for _ in 0..MAX_BATCHES {
            if stopping.is_cancelled() {
                break;
            }
            let mut transaction = self.begin().await?;
            let rows = expired
                .delete_some(&mut transaction.connection(), until, BATCH)
                .await?;
            transaction.commit().await?;
            deleted += rows;
            if rows < u64::from(BATCH) {
                break;
            }
        }
        Ok(deleted)
    }
}
