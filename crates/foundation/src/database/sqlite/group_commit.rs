//! One caller's part of a shared transaction: begun, committed with the others, or rolled back alone.

use std::sync::Arc;

use sqlx::sqlite::SqliteConnection;
use tokio::runtime::Handle;
use tokio::sync::{OwnedMutexGuard, oneshot};

use super::writer::{CommitGroup, Done, Seat, Writer};

/// Result of a round.
pub(crate) type Outcome = Result<(), GroupCommitError>;

/// Reasons why a part was not committed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GroupCommitError {
    /// The commit failed; it is unknown whether it was done.
    #[error(transparent)]
    AtCommit(Arc<sqlx::Error>),
    /// SQLite rolled the whole transaction back because of another part.
    #[error("the transaction that it shared was given up")]
    WithAnother,
}

/// One caller's part of a round; dropping it without [`GroupedTransaction::commit`] rolls it back.
#[derive(Debug)]
pub struct GroupedTransaction(Option<Place>);

#[derive(Debug)]
struct Place {
    writer: Writer,
    seat: OwnedMutexGuard<Seat>,
    connection: SqliteConnection,
    /// The first part of a round needs no savepoint: no other part comes before it.
    is_first: bool,
}

impl GroupedTransaction {
    /// Begins a part for the caller that holds the seat's lock.
    pub(crate) async fn begin(
        writer: Writer,
        seat: OwnedMutexGuard<Seat>,
    ) -> Result<Self, sqlx::Error> {
        let place = Place::take(writer, seat).await?;
        Ok(Self(Some(place)))
    }

    /// Returns the connection for this part's statements.
    #[expect(
        clippy::expect_used,
        reason = "the place is given on only by what takes the part itself"
    )]
    pub(crate) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.0.as_mut().expect("a part has its place").connection
    }

    /// Commits the part, with any others of its round; returns once the disk has it.
    pub(crate) async fn commit(mut self) -> Result<(), GroupCommitError> {
        let Some(place) = self.0.take() else {
            return Err(GroupCommitError::WithAnother);
        };
        // The work continues if the caller is cancelled, because the round contains other parts.
        whole(place.finish())
            .await
            .unwrap_or_else(|error| Err(GroupCommitError::AtCommit(Arc::new(error))))
    }

    /// Rolls the part back. It has seen the writes of earlier parts of its round, so it returns only once the disk has
    /// them: a caller that gave up because of them then finds them with a reader, too.
    pub(crate) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        match self.0.take() {
            Some(place) => whole(place.undo_behind_the_others()).await?,
            None => Ok(()),
        }
    }
}

impl Drop for GroupedTransaction {
    fn drop(&mut self) {
        let Some(mut place) = self.0.take() else {
            return;
        };
        if Handle::try_current().is_ok() {
            start(place.undo());
        } else {
            // Without a runtime no task can roll back; closing the file does, when the connection is dropped.
            place.seat.lose_round();
        }
    }
}

impl Place {
    async fn take(writer: Writer, mut seat: OwnedMutexGuard<Seat>) -> Result<Self, sqlx::Error> {
        if seat.round.as_ref().is_some_and(CommitGroup::is_full) {
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
            // Another process writes, or the connection is broken; a new one is cheap.
            seat.lose_round();
            return Err(error);
        }
        let round = seat.round.get_or_insert_with(CommitGroup::new);
        round.has_savepoint = !is_first;
        Ok(Self {
            writer,
            seat,
            connection,
            is_first,
        })
    }

    /// Adds the part to its round and releases the lock to others. The first part then queues again and commits for all.
    async fn finish(self) -> Result<(), GroupCommitError> {
        let Self {
            writer,
            mut seat,
            connection,
            is_first,
        } = self;
        let (tell, mut told) = oneshot::channel();
        match &mut seat.round {
            Some(round) => round.done.push(Done { tell }),
            None => return Err(GroupCommitError::WithAnother),
        }
        seat.connection = Some(connection);
        drop(seat);
        if is_first {
            tokio::select! {
                biased;
                mut seat = writer.seat.lock_owned() => seat.end_round().await,
                // Another part found the round full, and has ended it.
                outcome = &mut told => return outcome.unwrap_or(Err(GroupCommitError::WithAnother)),
            }
        }
        told.await.unwrap_or(Err(GroupCommitError::WithAnother))
    }

    async fn undo_behind_the_others(mut self) -> Result<(), sqlx::Error> {
        let (tell, told) = oneshot::channel();
        match &mut self.seat.round {
            Some(round) if !self.is_first => round.done.push(Done { tell }),
            Some(_) | None => drop(tell),
        }
        self.undo().await?;
        // The other parts report the outcome to their own callers; alone there is no outcome to wait for.
        let _outcome = told.await;
        Ok(())
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
            // On a full disk SQLite rolls the whole transaction back. The next part opens a new connection.
            Err(_) => self.seat.lose_round(),
        }
        undone
    }
}

pub(crate) async fn run(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(statement).execute(connection).await.map(drop)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a few statements that end by themselves, and must though their caller is gone"
)]
pub(crate) fn start<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> tokio::task::JoinHandle<T> {
    tokio::spawn(work)
}

/// Runs a future to its end even if the caller is cancelled.
pub(crate) async fn whole<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, sqlx::Error> {
    start(work)
        .await
        .map_err(|_panic| sqlx::Error::WorkerCrashed)
}
