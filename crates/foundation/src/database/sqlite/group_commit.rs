//! Transactions of several callers that share one commit of SQLite. Each can be rolled back alone.

use std::sync::Arc;

use sqlx::sqlite::SqliteConnection;
use tokio::runtime::Handle;
use tokio::sync::{OwnedMutexGuard, oneshot};

use super::writer::{CommitGroup, FinishedTransaction, Writer, WriterState};

/// Result of a group's commit.
pub(in crate::database) type CommitResult = Result<(), GroupCommitError>;

/// Reasons why a transaction was not committed.
#[derive(Debug, thiserror::Error)]
pub(in crate::database) enum GroupCommitError {
    /// The commit failed; it is unknown whether it was done.
    #[error(transparent)]
    Commit(Arc<sqlx::Error>),
    /// SQLite rolled the whole group back because of another transaction.
    #[error("the transaction that it shared was given up")]
    GroupRolledBack,
}

/// One caller's transaction in a group; dropping it without [`GroupedTransaction::commit`] rolls it back.
#[derive(Debug)]
pub struct GroupedTransaction(Option<OpenTransaction>);

#[derive(Debug)]
struct OpenTransaction {
    writer: Writer,
    state: OwnedMutexGuard<WriterState>,
    connection: SqliteConnection,
    /// The first transaction of a group needs no savepoint: no other transaction comes before it.
    is_first: bool,
}

impl GroupedTransaction {
    /// Begins a transaction for the caller that has locked the writer's state.
    pub(in crate::database) async fn begin(
        writer: Writer,
        state: OwnedMutexGuard<WriterState>,
    ) -> Result<Self, sqlx::Error> {
        let open = OpenTransaction::begin(writer, state).await?;
        Ok(Self(Some(open)))
    }

    /// Returns the connection for this transaction's statements.
    #[expect(
        clippy::expect_used,
        reason = "only methods that take the transaction itself take its connection"
    )]
    pub(in crate::database) fn connection(&mut self) -> &mut SqliteConnection {
        let open = self.0.as_mut().expect("the transaction is open");
        &mut open.connection
    }

    /// Commits the transaction with any others of its group; returns once the disk has it.
    pub(in crate::database) async fn commit(mut self) -> CommitResult {
        let Some(open) = self.0.take() else {
            return Err(GroupCommitError::GroupRolledBack);
        };
        // The work continues if the caller is cancelled, because the group contains other transactions.
        run_to_end(open.finish())
            .await
            .unwrap_or_else(|error| Err(GroupCommitError::Commit(Arc::new(error))))
    }

    /// Rolls the transaction back. It has seen the writes of earlier ones of its group, so it returns only once the
    /// disk has them: a caller that gave up because of these writes then finds them with a reader, too.
    pub(in crate::database) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        match self.0.take() {
            Some(open) => run_to_end(open.roll_back_and_wait()).await?,
            None => Ok(()),
        }
    }
}

impl Drop for GroupedTransaction {
    fn drop(&mut self) {
        let Some(mut open) = self.0.take() else {
            return;
        };
        if Handle::try_current().is_ok() {
            start(open.roll_back());
        } else {
            // Without a runtime no task can roll back; closing the file does, when the connection is dropped.
            open.state.abandon_group();
        }
    }
}

impl OpenTransaction {
    async fn begin(
        writer: Writer,
        mut state: OwnedMutexGuard<WriterState>,
    ) -> Result<Self, sqlx::Error> {
        if state.group.as_ref().is_some_and(CommitGroup::is_full) {
            state.commit_group().await;
        }
        let mut connection = state.connect(&writer.options).await?;
        let is_first = state.group.is_none();
        let begin = match &state.group {
            None => "BEGIN IMMEDIATE",
            Some(group) if group.has_savepoint => "RELEASE part; SAVEPOINT part",
            Some(_) => "SAVEPOINT part",
        };
        if let Err(error) = run_statement(&mut connection, begin).await {
            // Another process writes, or the connection is broken; a new one is cheap.
            state.abandon_group();
            return Err(error);
        }
        let group = state.group.get_or_insert_with(CommitGroup::new);
        group.has_savepoint = !is_first;
        Ok(Self {
            writer,
            state,
            connection,
            is_first,
        })
    }

    /// Adds the transaction to its group and unlocks the writer. The first caller of the group then queues for the lock
    /// again, and commits for all.
    async fn finish(self) -> CommitResult {
        let Self {
            writer,
            mut state,
            connection,
            is_first,
        } = self;
        let (result_sender, mut result) = oneshot::channel();
        match &mut state.group {
            Some(group) => group.finished.push(FinishedTransaction { result_sender }),
            None => return Err(GroupCommitError::GroupRolledBack),
        }
        state.connection = Some(connection);
        drop(state);
        if is_first {
            tokio::select! {
                biased;
                mut state = writer.state.lock_owned() => state.commit_group().await,
                // Another caller found the group full, and has committed it.
                result = &mut result => {
                    return result.unwrap_or(Err(GroupCommitError::GroupRolledBack));
                }
            }
        }
        result
            .await
            .unwrap_or(Err(GroupCommitError::GroupRolledBack))
    }

    async fn roll_back_and_wait(mut self) -> Result<(), sqlx::Error> {
        let (result_sender, result) = oneshot::channel();
        match &mut self.state.group {
            Some(group) if !self.is_first => {
                group.finished.push(FinishedTransaction { result_sender });
            }
            Some(_) | None => drop(result_sender),
        }
        self.roll_back().await?;
        // The other callers get the result of the commit; a transaction alone in its group has none to wait for.
        let _result = result.await;
        Ok(())
    }

    async fn roll_back(mut self) -> Result<(), sqlx::Error> {
        let outcome = if self.is_first {
            self.state.group = None;
            run_statement(&mut self.connection, "ROLLBACK").await
        } else {
            run_statement(&mut self.connection, "ROLLBACK TO part").await
        };
        match outcome {
            Ok(()) => self.state.connection = Some(self.connection),
            // On a full disk SQLite rolls the whole group back. The next transaction opens a new connection.
            Err(_) => self.state.abandon_group(),
        }
        outcome
    }
}

/// Runs a statement without parameters and without rows.
pub(in crate::database) async fn run_statement(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::query(statement).execute(connection).await.map(drop)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a few statements, which must run to their end though their caller is cancelled"
)]
fn start<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> tokio::task::JoinHandle<T> {
    tokio::spawn(work)
}

/// Runs a future to its end even if the caller is cancelled.
pub(in crate::database) async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, sqlx::Error> {
    start(work)
        .await
        .map_err(|_panic| sqlx::Error::WorkerCrashed)
}
