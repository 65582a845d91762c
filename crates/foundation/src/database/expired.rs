//! Deleting what has expired: the oldest first, a bounded number at a time, on both engines alike.

use tokio_util::sync::CancellationToken;

use super::engine::{Connection, Database};
use super::failure::Failed;
use crate::clock::Timestamp;
use crate::failure::Failure;

/// The most rows that one statement deletes, so that no sweep holds up those who write.
const BATCH: u32 = 500;
/// The most batches that one sweep takes from one table; the next goes on. A sweep a minute takes a million rows: more
/// than the busiest table gets in one.
const MOST_BATCHES: u32 = 2_000;

/// Which rows of a table are over at an instant; made by [`expired!`](crate::expired).
#[derive(Clone, Copy, Debug)]
pub struct Expired {
    table: &'static str,
    statement: &'static str,
}

/// Names the rows of a table that are over once a column's instant has come; a cellar has one a table.
///
/// `expired!("codes", key "digest", at "expires_at")`, and `only "…"` for a further condition in SQL. The statement
/// goes through an index on the column, oldest first, so that two servers that sweep at a time meet the rows in one
/// order. No [`ReadCache`](crate::ReadCache) may go by such rows: nobody who remembers is told that they went.
#[macro_export]
macro_rules! expired {
    ($table:literal, key $key:literal, at $time:literal $(, only $condition:literal)?) => {
        $crate::database::Expired::new(
            $table,
            concat!(
                "DELETE FROM ", $table, " WHERE ", $key, " IN (SELECT ", $key, " FROM ", $table,
                " WHERE ", $time, " <= $1", $(" AND ", $condition,)?
                " ORDER BY ", $time, ", ", $key, " LIMIT $2)"
            ),
        )
    };
}

impl Expired {
    /// For [`expired!`](crate::expired): a table, and the statement that takes an instant and a number of rows.
    pub const fn new(table: &'static str, statement: &'static str) -> Self {
        Self { table, statement }
    }

    /// The statement, for tests that look at how a database goes about it.
    pub const fn statement(&self) -> &'static str {
        self.statement
    }

    /// Deletes the oldest rows whose instant is not after `until`, at most so many; gives how many went.
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
    /// Deletes what is over at `until`, until little is left or the service stops; gives how many rows went. Each batch
    /// is a transaction of its own: the one writer of SQLite is free for others in between.
    pub async fn sweep(
        &self,
        expired: Expired,
        until: Timestamp,
        stopping: &CancellationToken,
    ) -> Result<u64, Failure> {
        let mut gone = 0;
        for _ in 0..MOST_BATCHES {
            if stopping.is_cancelled() {
                break;
            }
            let mut transaction = self.begin().await?;
            transaction.changes_only([]);
            let went = expired
                .delete_some(&mut transaction.connection(), until, BATCH)
                .await?;
            transaction.commit().await?;
            gone += went;
            if went < u64::from(BATCH) {
                break;
            }
        }
        Ok(gone)
    }
}
