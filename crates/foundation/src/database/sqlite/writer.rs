//! SQLite's one writer: waiting transactions share a commit, and so wait for the disk once.
//!
//! A caller that has finished its transaction unlocks the writer for those that wait. The caller that began the group
//! queues for the lock behind them and commits for all. There is no timer: a single caller commits at once. No caller
//! gets a response before the disk has the commit, and each transaction can be rolled back alone.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::Instant;

use super::group_commit::{
    CommitResult, GroupCommitError, GroupedTransaction, run_statement, run_to_end,
};
use crate::database::waiters::WaiterCount;

/// Maximum number of transactions in one commit.
const MAX_TRANSACTIONS: usize = 64;
/// Age at which a group accepts no more transactions.
const MAX_GROUP_AGE: Duration = Duration::from_millis(10);

/// Number of pages in the journal before SQLite copies it into the file: 64 MiB. A checkpoint writes each page once,
/// however often it was changed; the pages are scattered, and each is a separate write to the disk.
const JOURNAL_PAGES: &str = "16384";
/// Maximum size of the page cache: 64 MiB, which SQLite takes as a negative number of KiB. The inner pages of the
/// indexes of five million transactions are a fifth of it, and must stay in memory while leaf pages change.
const CACHE_KIB: &str = "-65536";

/// Lock on the writing connection; clones share it.
#[derive(Clone, Debug)]
pub struct Writer {
    pub(in crate::database) options: Arc<SqliteConnectOptions>,
    lock_timeout: Duration,
    pub(in crate::database) state: Arc<Mutex<WriterState>>,
    pub(in crate::database) waiting: Arc<WaiterCount>,
}

/// State behind the writer's lock.
#[derive(Debug, Default)]
pub(in crate::database) struct WriterState {
    /// `None` while a caller uses it, after `close`, and when a connection was given up.
    pub(super) connection: Option<SqliteConnection>,
    /// The open group, if there is one.
    pub(super) group: Option<CommitGroup>,
    is_closed: bool,
}

/// An open transaction of SQLite, and the callers that have finished theirs in it.
#[derive(Debug)]
pub(super) struct CommitGroup {
    began: Instant,
    /// Savepoint of the last transaction. It stays until the next one begins, or until the commit, which saves a
    /// statement per transaction.
    pub(super) has_savepoint: bool,
    pub(super) finished: Vec<FinishedTransaction>,
}

/// A transaction that waits for the commit of its group.
#[derive(Debug)]
pub(super) struct FinishedTransaction {
    /// Channel to the waiting caller.
    pub(super) result_sender: oneshot::Sender<CommitResult>,
}

impl Writer {
    /// Opens the file for writing; a caller waits at most `lock_timeout` for the lock.
    pub(in crate::database) async fn open(
        options: SqliteConnectOptions,
        lock_timeout: Duration,
    ) -> Result<Self, sqlx::Error> {
        // A statement of many rows must be able to undo itself: SQLite keeps the old pages, some hundred kilobytes per
        // group of the ledger. In a file they are written a second time, and the file is created and deleted each time.
        let options = options
            .pragma("temp_store", "MEMORY")
            .pragma("wal_autocheckpoint", JOURNAL_PAGES)
            .pragma("cache_size", CACHE_KIB);
        let connection = options.connect().await?;
        Ok(Self {
            options: Arc::new(options),
            lock_timeout,
            state: Arc::new(Mutex::new(WriterState {
                connection: Some(connection),
                ..WriterState::default()
            })),
            waiting: Arc::default(),
        })
    }

    /// Begins a transaction once the lock is free.
    pub(in crate::database) async fn begin(&self) -> Result<GroupedTransaction, sqlx::Error> {
        let locking = Arc::clone(&self.state).lock_owned();
        let waiter = self.waiting.enter();
        let state = tokio::time::timeout(self.lock_timeout, locking)
            .await
            .map_err(|_elapsed| sqlx::Error::PoolTimedOut)?;
        drop(waiter);
        let writer = self.clone();
        run_to_end(GroupedTransaction::begin(writer, state)).await?
    }

    /// Locks the connection for use outside any transaction.
    pub(in crate::database) async fn lock_exclusively(
        &self,
    ) -> Result<ExclusiveConnection, sqlx::Error> {
        let mut state = Arc::clone(&self.state).lock_owned().await;
        state.commit_group().await;
        let connection = state.connect(&self.options).await?;
        state.connection = Some(connection);
        Ok(ExclusiveConnection { state })
    }

    /// Closes the connection for good.
    pub(in crate::database) async fn close(&self) {
        let mut state = Arc::clone(&self.state).lock_owned().await;
        state.commit_group().await;
        state.is_closed = true;
        if let Some(connection) = state.connection.take() {
            // The connection has no open transaction, so a failed close has no effect.
            let _closed = connection.close().await;
        }
    }
}

/// The writer's connection while no other caller writes.
#[derive(Debug)]
pub(in crate::database) struct ExclusiveConnection {
    state: OwnedMutexGuard<WriterState>,
}

impl ExclusiveConnection {
    pub(in crate::database) fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        self.state
            .connection
            .as_mut()
            .ok_or(sqlx::Error::PoolClosed)
    }
}

impl WriterState {
    /// Takes the connection for the caller that holds the lock, which has to put it back.
    pub(super) async fn connect(
        &mut self,
        options: &SqliteConnectOptions,
    ) -> Result<SqliteConnection, sqlx::Error> {
        if self.is_closed {
            return Err(sqlx::Error::PoolClosed);
        }
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => options.connect().await,
        }
    }

    /// Commits the open group, and sends the result to the callers of all its transactions.
    pub(super) async fn commit_group(&mut self) {
        let (Some(group), Some(mut connection)) = (self.group.take(), self.connection.take())
        else {
            return;
        };
        match run_statement(&mut connection, "COMMIT").await {
            Ok(()) => {
                self.connection = Some(connection);
                group.send_results(|| Ok(()));
            }
            Err(error) => {
                let error = Arc::new(error);
                group.send_results(|| Err(GroupCommitError::Commit(Arc::clone(&error))));
            }
        }
    }

    /// Reports to all callers that the group is rolled back. The caller drops the connection, which rolls it back.
    pub(super) fn abandon_group(&mut self) {
        if let Some(group) = self.group.take() {
            tracing::warn!(
                parts = group.finished.len(),
                "a transaction that several shared is lost"
            );
            group.send_results(|| Err(GroupCommitError::GroupRolledBack));
        }
    }
}

impl CommitGroup {
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            has_savepoint: false,
            finished: Vec::new(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.finished.len() >= MAX_TRANSACTIONS || self.began.elapsed() >= MAX_GROUP_AGE
    }

    fn send_results(self, result: impl Fn() -> CommitResult) {
        for finished in self.finished {
            // A caller that was cancelled gets no result.
            let _cancelled = finished.result_sender.send(result());
        }
    }
}
