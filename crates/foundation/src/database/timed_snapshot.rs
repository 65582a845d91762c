//! Snapshots of SQLite with a deadline, so that one slow statement does not delay other callers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Sqlite, SqlitePool, Transaction};

use super::dedicated_reader::{STEPS, millis};
use crate::time::Clock;

/// A snapshot on a connection of the pool. SQLite interrupts a statement that runs at its deadline, or when the snapshot is
/// dropped.
#[derive(Debug)]
pub struct TimedSnapshot {
    transaction: Transaction<'static, Sqlite>,
    /// Milliseconds after the begin of the snapshot.
    until: Arc<AtomicU64>,
}

impl TimedSnapshot {
    /// Begins a snapshot that ends after `limit`.
    pub(super) async fn begin(pool: &SqlitePool, limit: Duration) -> Result<Self, sqlx::Error> {
        let mut transaction = pool.begin_with("BEGIN DEFERRED").await?;
        let watch = Clock::system().stopwatch();
        let until = Arc::new(AtomicU64::new(millis(limit)));
        let (seen, ended) = (Arc::clone(&until), Arc::clone(&until));
        let mut handle = transaction.lock_handle().await?;
        handle.set_progress_handler(STEPS, move || {
            millis(watch.elapsed()) < seen.load(Ordering::Relaxed)
        });
        // Both handlers stay with the connection, which the pool gives to another caller after the rollback. SQLite then has
        // ended all statements of this snapshot.
        handle.set_rollback_hook(move || ended.store(u64::MAX, Ordering::Relaxed));
        drop(handle);
        Ok(Self { transaction, until })
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

impl Drop for TimedSnapshot {
    /// Interrupts a statement that still runs. The rollback, which follows it, removes the deadline.
    fn drop(&mut self) {
        self.until.store(0, Ordering::Relaxed);
    }
}
