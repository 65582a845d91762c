//! SQLite's one writer: transactions that wait for it share a commit, so that they wait for the disk once together.
//!
//! Whoever has done its part lets those write who waited meanwhile; whoever began the transaction queues again behind them
//! and commits for all. There is no timer: who is alone commits at once. Nobody is told before the disk has it, and a part
//! that is given up is undone by itself.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::Instant;

use super::commits::{Commits, UnderWay};
use super::counts::Changed;
use super::part::{Lost, Outcome, Part, run, whole};
use super::pools::Waiting;

/// The most parts of one commit, and the age at which it takes in no more.
const MOST_PARTS: usize = 64;
const LONGEST: Duration = Duration::from_millis(10);

/// How many pages the journal has when it is taken into the file: 64 MiB. Each page is then written to where it belongs once,
/// however often it was changed; there they lie apart, and each is a write of its own to the disk.
const JOURNAL_PAGES: &str = "16384";
/// How much of the file is kept in memory at most: 64 MiB, which SQLite is told below zero and in KiB. What stands above the
/// leaves of the indexes of five million transactions is a fifth of it, and has to stay while leaves come and go.
const CACHE_KIB: &str = "-65536";

/// The place of whoever writes; clones share it.
#[derive(Clone, Debug)]
pub struct Writer {
    pub(super) options: Arc<SqliteConnectOptions>,
    patience: Duration,
    pub(super) commits: Arc<Commits>,
    pub(super) seat: Arc<Mutex<Seat>>,
    pub(super) waiting: Arc<Waiting>,
}

/// What whoever has the place finds there.
#[derive(Debug, Default)]
pub(super) struct Seat {
    /// None while somebody has the place, after the last use, and when a connection was given up.
    pub(super) connection: Option<SqliteConnection>,
    /// The transaction that is open, if one is.
    pub(super) round: Option<Round>,
    is_closed: bool,
}

/// An open transaction, and who has done its part in it.
#[derive(Debug)]
pub(super) struct Round {
    began: Instant,
    /// The last part's: it stays until the next part begins, which saves a statement each, or until the commit.
    pub(super) has_savepoint: bool,
    pub(super) done: Vec<Done>,
}

/// A part that is done.
#[derive(Debug)]
pub(super) struct Done {
    /// What it may have changed is not known until the round has ended; none when it was undone.
    pub(super) under_way: Option<UnderWay>,
    /// Where its caller waits.
    pub(super) tell: oneshot::Sender<Outcome>,
}

impl Writer {
    /// Opens the file for writing; whoever finds the place taken waits so long for it.
    pub(super) async fn open(
        options: SqliteConnectOptions,
        patience: Duration,
    ) -> Result<Self, sqlx::Error> {
        // A statement of many rows must be able to undo itself: SQLite keeps the pages as they were, some hundred kilobytes for
        // each round of the ledger. In a file they are written a second time, and the file is made and deleted each time.
        let options = options
            .pragma("temp_store", "MEMORY")
            .pragma("wal_autocheckpoint", JOURNAL_PAGES)
            .pragma("cache_size", CACHE_KIB);
        let connection = options.connect().await?;
        Ok(Self {
            commits: Commits::of_file(options.get_filename()),
            options: Arc::new(options),
            patience,
            seat: Arc::new(Mutex::new(Seat {
                connection: Some(connection),
                ..Seat::default()
            })),
            waiting: Arc::default(),
        })
    }

    /// Begins a part as soon as the place is free.
    pub(super) async fn begin(&self) -> Result<Part, sqlx::Error> {
        let waiting = Arc::clone(&self.seat).lock_owned();
        let waiter = self.waiting.enter();
        let seat = tokio::time::timeout(self.patience, waiting)
            .await
            .map_err(|_elapsed| sqlx::Error::PoolTimedOut)?;
        drop(waiter);
        let writer = self.clone();
        whole(Part::begin(writer, seat)).await?
    }

    /// The connection alone, outside any transaction.
    pub(super) async fn alone(&self) -> Result<Alone, sqlx::Error> {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        seat.end_round().await;
        let connection = seat.connect(&self.options).await?;
        seat.connection = Some(connection);
        let under_way = self.commits.begin(Changed::Anything);
        Ok(Alone {
            seat,
            _under_way: under_way,
        })
    }

    /// Lets the connection go, for ever.
    pub(super) async fn close(&self) {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        seat.end_round().await;
        seat.is_closed = true;
        if let Some(connection) = seat.connection.take() {
            // It has nothing open: that the file was closed is all that could be told.
            let _closed = connection.close().await;
        }
    }
}

/// The writer's connection while nobody else writes.
#[derive(Debug)]
pub(super) struct Alone {
    seat: OwnedMutexGuard<Seat>,
    _under_way: UnderWay,
}

impl Alone {
    pub(super) fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        self.seat.connection.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Seat {
    /// The connection, for whoever has the place; it is to be put back.
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

    /// Commits what is open, and tells all whose part it was.
    pub(super) async fn end_round(&mut self) {
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
                round.tell(|| Err(Lost::AtCommit(Arc::clone(&error))));
            }
        }
    }

    /// Tells all that what is open is lost; whoever calls this lets the connection go, which undoes it.
    pub(super) fn lose_round(&mut self) {
        if let Some(round) = self.round.take() {
            tracing::warn!(
                parts = round.done.len(),
                "a transaction that several shared is lost"
            );
            round.tell(|| Err(Lost::WithAnother));
        }
    }
}

impl Round {
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            has_savepoint: false,
            done: Vec::new(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.done.len() >= MOST_PARTS || self.began.elapsed() >= LONGEST
    }

    fn tell(mut self, outcome: impl Fn() -> Outcome) {
        // Nobody is told while somebody could still be given what was read before.
        self.done.iter_mut().for_each(|one| one.under_way = None);
        for one in self.done {
            // Who has gone away meanwhile is told nothing.
            let _gone = one.tell.send(outcome());
        }
    }
}
