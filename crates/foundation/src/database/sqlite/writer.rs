//! SQLite's one writer: waiting transactions share a commit, and so wait for the disk once.
//!
//! A caller that has done its part releases the lock to those that waited. The caller that began the transaction queues
//! again behind them and commits for all. There is no timer: a single caller commits at once. No caller gets a response
//! before the disk has the commit, and a part that is given up is rolled back alone.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::Instant;

use super::group_commit::{GroupCommitError, GroupedTransaction, Outcome, run, whole};
use crate::database::pools::WaiterCount;

/// Maximum number of parts in one commit, and the age at which it accepts no more.
const MAX_PARTS: usize = 64;
const LONGEST: Duration = Duration::from_millis(10);

/// Number of pages in the journal before SQLite copies it into the file: 64 MiB. A checkpoint writes each page once,
/// however often it was changed; the pages are scattered, and each is a separate write to the disk.
const JOURNAL_PAGES: &str = "16384";
/// Maximum size of the page cache: 64 MiB, which SQLite takes as a negative number of KiB. The inner pages of the
/// indexes of five million transactions are a fifth of it, and must stay in memory while leaf pages change.
const CACHE_KIB: &str = "-65536";

/// Lock on the writing connection; clones share it.
#[derive(Clone, Debug)]
pub struct Writer {
    pub(crate) options: Arc<SqliteConnectOptions>,
    patience: Duration,
    pub(crate) seat: Arc<Mutex<Seat>>,
    pub(crate) waiting: Arc<WaiterCount>,
}

/// State behind the writer's lock.
#[derive(Debug, Default)]
pub(crate) struct Seat {
    /// None while a caller uses it, after `close`, and when a connection was given up.
    pub(crate) connection: Option<SqliteConnection>,
    /// The open transaction, if there is one.
    pub(crate) round: Option<CommitGroup>,
    is_closed: bool,
}

/// An open transaction, and the parts that are done in it.
#[derive(Debug)]
pub(crate) struct CommitGroup {
    began: Instant,
    /// Savepoint of the last part. It stays until the next part begins, or until the commit, which saves a statement per part.
    pub(crate) has_savepoint: bool,
    pub(crate) done: Vec<Done>,
}

/// A part that is done.
#[derive(Debug)]
pub(crate) struct Done {
    /// Channel to the waiting caller.
    pub(crate) tell: oneshot::Sender<Outcome>,
}

impl Writer {
    /// Opens the file for writing; a caller waits at most `patience` for the lock.
    pub(crate) async fn open(
        options: SqliteConnectOptions,
        patience: Duration,
    ) -> Result<Self, sqlx::Error> {
        // A statement of many rows must be able to undo itself: SQLite keeps the old pages, some hundred kilobytes per
        // round of the ledger. In a file they are written a second time, and the file is created and deleted each time.
        let options = options
            .pragma("temp_store", "MEMORY")
            .pragma("wal_autocheckpoint", JOURNAL_PAGES)
            .pragma("cache_size", CACHE_KIB);
        let connection = options.connect().await?;
        Ok(Self {
            options: Arc::new(options),
            patience,
            seat: Arc::new(Mutex::new(Seat {
                connection: Some(connection),
                ..Seat::default()
            })),
            waiting: Arc::default(),
        })
    }

    /// Begins a part once the lock is free.
    pub(crate) async fn begin(&self) -> Result<GroupedTransaction, sqlx::Error> {
        let waiting = Arc::clone(&self.seat).lock_owned();
        let waiter = self.waiting.enter();
        let seat = tokio::time::timeout(self.patience, waiting)
            .await
            .map_err(|_elapsed| sqlx::Error::PoolTimedOut)?;
        drop(waiter);
        let writer = self.clone();
        whole(GroupedTransaction::begin(writer, seat)).await?
    }

    /// Locks the connection for use outside any transaction.
    pub(crate) async fn alone(&self) -> Result<Alone, sqlx::Error> {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        seat.end_round().await;
        let connection = seat.connect(&self.options).await?;
        seat.connection = Some(connection);
        Ok(Alone { seat })
    }

    /// Closes the connection for good.
    pub(crate) async fn close(&self) {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        seat.end_round().await;
        seat.is_closed = true;
        if let Some(connection) = seat.connection.take() {
            // The connection has no open transaction, so a failed close has no effect.
            let _closed = connection.close().await;
        }
    }
}

/// The writer's connection while no other caller writes.
#[derive(Debug)]
pub(crate) struct Alone {
    seat: OwnedMutexGuard<Seat>,
}

impl Alone {
    pub(crate) fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        self.seat.connection.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Seat {
    /// Takes the connection for the caller that holds the lock, which has to put it back.
    pub(crate) async fn connect(
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

    /// Commits the open transaction, and reports the result to the callers of all parts.
    pub(crate) async fn end_round(&mut self) {
        let (Some(round), Some(mut connection)) = (self.round.take(), self.connection.take())
        else {
            return;
        };
        match run(&mut connection, "COMMIT").await {
            Ok(()) => {
                self.connection = Some(connection);
                round.tell(|| Ok(()));
            }
            Err(error) => {
                let error = Arc::new(error);
                round.tell(|| Err(GroupCommitError::AtCommit(Arc::clone(&error))));
            }
        }
    }

    /// Reports to all callers that the open transaction is lost. The caller drops the connection, which rolls it back.
    pub(crate) fn lose_round(&mut self) {
        if let Some(round) = self.round.take() {
            tracing::warn!(
                parts = round.done.len(),
                "a transaction that several shared is lost"
            );
            round.tell(|| Err(GroupCommitError::WithAnother));
        }
    }
}

impl CommitGroup {
    pub(crate) fn new() -> Self {
        Self {
            began: Instant::now(),
            has_savepoint: false,
            done: Vec::new(),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.done.len() >= MAX_PARTS || self.began.elapsed() >= LONGEST
    }

    fn tell(self, outcome: impl Fn() -> Outcome) {
        for one in self.done {
            // A caller that was cancelled gets no result.
            let _gone = one.tell.send(outcome());
        }
    }
}
