//! SQLite's one writer: transactions that wait for it share a commit, so that they wait for the disk once together.
//!
//! Whoever has done its part lets those write who waited meanwhile, and queues again; the first to come to the place
//! again commits for all. There is no timer: who is alone commits at once. Nobody is told before the disk has it, and a
//! part that is given up is undone by itself.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};
use tokio::time::Instant;

/// The most parts of one commit, and the age at which it takes in no more.
const MOST_PARTS: usize = 64;
const LONGEST: Duration = Duration::from_millis(10);

/// The place of whoever writes; clones share it.
#[derive(Clone, Debug)]
pub struct Writer {
    options: Arc<SqliteConnectOptions>,
    patience: Duration,
    seat: Arc<Mutex<Seat>>,
}

/// What whoever has the place finds there.
#[derive(Debug, Default)]
struct Seat {
    /// None while somebody has the place, after the last use, and when a connection was given up.
    connection: Option<SqliteConnection>,
    /// The transaction that is open, if one is.
    round: Option<Round>,
    is_closed: bool,
}

/// An open transaction, and who has done its part in it.
#[derive(Debug)]
struct Round {
    began: Instant,
    /// The last part's: it stays until the next part begins, which saves a statement each, or until the commit.
    has_savepoint: bool,
    done: Vec<oneshot::Sender<Outcome>>,
}

/// What became of a round.
type Outcome = Result<(), Lost>;

/// Why a part was not kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    /// The commit failed: whether it was done is not known.
    #[error(transparent)]
    AtCommit(Arc<sqlx::Error>),
    /// SQLite gave the transaction up in another part, and this one with it.
    #[error("the transaction that it shared was given up")]
    WithAnother,
}

/// One caller's part of a round; dropped without [`Part::commit`] it leaves no trace.
#[derive(Debug)]
pub struct Part(Option<Place>);

#[derive(Debug)]
struct Place {
    writer: Writer,
    seat: OwnedMutexGuard<Seat>,
    connection: SqliteConnection,
    /// The first of a round needs no savepoint: there is nothing before it.
    is_first: bool,
}

impl Writer {
    /// Opens the file for writing; whoever finds the place taken waits so long for it.
    pub(super) async fn open(
        options: SqliteConnectOptions,
        patience: Duration,
    ) -> Result<Self, sqlx::Error> {
        let connection = options.connect().await?;
        Ok(Self {
            options: Arc::new(options),
            patience,
            seat: Arc::new(Mutex::new(Seat {
                connection: Some(connection),
                ..Seat::default()
            })),
        })
    }

    /// Begins a part as soon as the place is free.
    pub(super) async fn begin(&self) -> Result<Part, sqlx::Error> {
        let waiting = Arc::clone(&self.seat).lock_owned();
        let seat = tokio::time::timeout(self.patience, waiting)
            .await
            .map_err(|_elapsed| sqlx::Error::PoolTimedOut)?;
        let writer = self.clone();
        whole(async move {
            Place::take(writer, seat)
                .await
                .map(|place| Part(Some(place)))
        })
        .await?
    }

    /// The connection alone, outside any transaction.
    pub(super) async fn alone(&self) -> Result<Alone, sqlx::Error> {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        seat.end_round().await;
        let connection = seat.connect(&self.options).await?;
        seat.connection = Some(connection);
        Ok(Alone(seat))
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
pub(super) struct Alone(OwnedMutexGuard<Seat>);

impl Alone {
    pub(super) fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        self.0.connection.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Part {
    /// The connection, for this part's statements.
    #[expect(
        clippy::expect_used,
        reason = "the place is given on only by what takes the part itself"
    )]
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.0.as_mut().expect("a part has its place").connection
    }

    /// Makes the part last, with whichever others; the answer comes after the disk has it.
    pub(super) async fn commit(mut self) -> Result<(), Lost> {
        let Some(place) = self.0.take() else {
            return Err(Lost::WithAnother);
        };
        // Once begun it goes on though the caller goes away: the round has others in it.
        whole(place.finish())
            .await
            .unwrap_or_else(|error| Err(Lost::AtCommit(Arc::new(error))))
    }

    /// Undoes the part.
    pub(super) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        match self.0.take() {
            Some(place) => whole(place.undo()).await?,
            None => Ok(()),
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let Some(mut place) = self.0.take() else {
            return;
        };
        if Handle::try_current().is_ok() {
            start(place.undo());
        } else {
            // Nobody can undo it any more; closing the file does, which happens when the connection is dropped.
            place.seat.lose_round();
        }
    }
}

impl Place {
    async fn take(writer: Writer, mut seat: OwnedMutexGuard<Seat>) -> Result<Self, sqlx::Error> {
        if seat.round.as_ref().is_some_and(Round::is_full) {
            seat.end_round().await;
        }
        let mut connection = seat.connect(&writer.options).await?;
        let is_first = seat.round.is_none();
        let begin = match &seat.round {
            None => "BEGIN IMMEDIATE",
            Some(round) if round.has_savepoint => "RELEASE part; SAVEPOINT part",
            Some(_) => "SAVEPOINT part",
        };
        if let Err(error) = run(&mut connection, begin).await {
            // Another process writes, or the connection is of no use: a new one costs little.
            seat.lose_round();
            return Err(error);
        }
        let round = seat.round.get_or_insert_with(Round::new);
        round.has_savepoint = !is_first;
        Ok(Self {
            writer,
            seat,
            connection,
            is_first,
        })
    }

    /// Adds the part to its round and lets others in; the first then queues again and commits for all.
    async fn finish(self) -> Result<(), Lost> {
        let Self {
            writer,
            mut seat,
            connection,
            is_first,
        } = self;
        let (tell, mut told) = oneshot::channel();
        match &mut seat.round {
            Some(round) => round.done.push(tell),
            None => return Err(Lost::WithAnother),
        }
        seat.connection = Some(connection);
        drop(seat);
        if is_first {
            tokio::select! {
                biased;
                mut seat = writer.seat.lock_owned() => seat.end_round().await,
                // Somebody found the round full, and has ended it.
                outcome = &mut told => return outcome.unwrap_or(Err(Lost::WithAnother)),
            }
        }
        told.await.unwrap_or(Err(Lost::WithAnother))
    }

    async fn undo(mut self) -> Result<(), sqlx::Error> {
        let undone = if self.is_first {
            self.seat.round = None;
            run(&mut self.connection, "ROLLBACK").await
        } else {
            run(&mut self.connection, "ROLLBACK TO part").await
        };
        match undone {
            Ok(()) => self.seat.connection = Some(self.connection),
            // When the disk is full SQLite gives a whole transaction up by itself. A new connection begins anew.
            Err(_) => self.seat.lose_round(),
        }
        undone
    }
}

impl Seat {
    /// The connection, for whoever has the place; it is to be put back.
    async fn connect(
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
    async fn end_round(&mut self) {
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
    fn lose_round(&mut self) {
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
    fn new() -> Self {
        Self {
            began: Instant::now(),
            has_savepoint: false,
            done: Vec::new(),
        }
    }

    fn is_full(&self) -> bool {
        self.done.len() >= MOST_PARTS || self.began.elapsed() >= LONGEST
    }

    fn tell(self, outcome: impl Fn() -> Outcome) {
        for one in self.done {
            // Who has gone away meanwhile is told nothing.
            let _gone = one.send(outcome());
        }
    }
}

async fn run(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(statement).execute(connection).await.map(drop)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a few statements that end by themselves, and must though their caller is gone"
)]
fn start<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> tokio::task::JoinHandle<T> {
    tokio::spawn(work)
}

/// Does something wholly, though the caller goes away in the midst of it.
async fn whole<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, sqlx::Error> {
    start(work)
        .await
        .map_err(|_panic| sqlx::Error::WorkerCrashed)
}
