//! The operation batcher: operations that arrive while a transaction is in flight wait, and the next transaction takes all.
//!
//! No timer delays an operation: one that finds its queue idle begins at once. Between two batches a queue only yields to the
//! scheduler, so that callers which resubmit at once join the next batch. Operations of one customer share a queue and so a
//! transaction, which locks and writes the account once. A queue has one transaction in flight. SQLite has one queue, because
//! it has one writer. An atomic batch has a transaction of its own. The server executes an operation even if its client
//! disconnects: a retry with the same key returns the result.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use foundation::failure::{CommitOutcome, FailureKind};
use foundation::{Database, Failure};
use tokio::sync::oneshot;

use super::commit_batch::BatchFailure;
use super::pending::PendingOperation;
use super::queue::{
    AtomicBatch, JoinOutcome, NextBatch, OperationQueue, QueueEntry, QueuedOperation,
};
use super::refusal;
use super::results::{Atomicity, BatchResults, OperationResult};
use super::retry::run_with_retries;
use crate::app::App;
use crate::config::LedgerConfig;
use crate::problem::Problem;

/// Operation queues of one process.
#[derive(Debug)]
pub(crate) struct OperationBatcher {
    queues: Vec<Arc<OperationQueue>>,
}

impl OperationBatcher {
    /// Creates as many queues as the database can serve.
    pub(crate) fn new(database: &Database, config: &LedgerConfig) -> Self {
        let queues = match database {
            Database::Sqlite { .. } => 1,
            Database::Postgres { .. } => config.lanes.get(),
        };
        let queue = |_| Arc::new(OperationQueue::new(config.together.get().into()));
        Self {
            queues: (0..queues).map(queue).collect(),
        }
    }

    /// Executes an operation in the next commit batch of its queue, and returns its result.
    pub(crate) async fn submit(
        &self,
        app: &Arc<App>,
        pending: PendingOperation,
    ) -> OperationResult {
        match self.join(app, pending) {
            Ok(receiver) => receiver.await.unwrap_or_else(|_| Err(queue_ended())),
            Err(refused) => Err(refused),
        }
    }

    /// Executes operations independently. Those that name a customer in the same way keep their order.
    pub(crate) async fn submit_each(
        &self,
        app: &Arc<App>,
        pending_operations: Vec<PendingOperation>,
    ) -> Vec<OperationResult> {
        // All operations are queued before the first result is awaited.
        let waiting: Vec<_> = pending_operations
            .into_iter()
            .map(|pending| self.join(app, pending))
            .collect();
        let mut all = Vec::with_capacity(waiting.len());
        for receiver in waiting {
            all.push(match receiver {
                Ok(receiver) => receiver.await.unwrap_or_else(|_| Err(queue_ended())),
                Err(refused) => Err(refused),
            });
        }
        all
    }

    /// Executes all operations or none, in one transaction, and returns their results.
    pub(crate) async fn submit_atomic(
        &self,
        app: &Arc<App>,
        pending_operations: Vec<PendingOperation>,
    ) -> Vec<OperationResult> {
        let count = pending_operations.len();
        let Some(queue) = pending_operations
            .first()
            .and_then(|pending| self.queue(pending))
        else {
            return refuse_all(count, &no_queue());
        };
        let (reply, receiver) = oneshot::channel();
        match enter(
            app,
            queue,
            QueueEntry::Atomic(AtomicBatch {
                pending_operations,
                reply,
            }),
        ) {
            Ok(()) => receiver
                .await
                .unwrap_or_else(|_| refuse_all(count, &queue_ended())),
            Err(refused) => refuse_all(count, &refused),
        }
    }

    /// Queues an operation; the receiver gets its result.
    fn join(
        &self,
        app: &Arc<App>,
        pending: PendingOperation,
    ) -> Result<oneshot::Receiver<OperationResult>, Problem> {
        let queue = self.queue(&pending).ok_or_else(no_queue)?;
        let (reply, receiver) = oneshot::channel();
        enter(
            app,
            queue,
            QueueEntry::One(QueuedOperation { pending, reply }),
        )?;
        Ok(receiver)
    }

    /// Returns the queue of an operation, by a hash of the customer's name in the request. A customer with several names may
    /// use several queues; correctness depends on the database's locks only.
    fn queue(&self, pending: &PendingOperation) -> Option<&Arc<OperationQueue>> {
        let mut hasher = DefaultHasher::new();
        pending.call.access.website_id.hash(&mut hasher);
        pending.request.target.hash(&mut hasher);
        let digest = usize::try_from(hasher.finish()).unwrap_or_default();
        self.queues.get(digest % self.queues.len().max(1))
    }

    /// Counts the queued operations.
    pub(crate) fn waiting(&self) -> usize {
        self.queues.iter().map(|queue| queue.operations()).sum()
    }

    /// Returns all queues, for tests that block them.
    #[cfg(test)]
    pub(crate) fn queues(&self) -> &[Arc<OperationQueue>] {
        &self.queues
    }
}

fn no_queue() -> Problem {
    Failure::defect("the ledger has no operation queue").into()
}

fn queue_ended() -> Problem {
    Failure::defect("an operation queue ended with operations in it").into()
}

fn refuse_all(count: usize, problem: &Problem) -> Vec<OperationResult> {
    (0..count).map(|_| Err(problem.clone())).collect()
}

/// Queues operations, and starts a worker if the queue has none.
fn enter(app: &Arc<App>, queue: &Arc<OperationQueue>, waiting: QueueEntry) -> Result<(), Problem> {
    match queue.join(waiting) {
        JoinOutcome::Full => return Err(refusal::queue_is_full()),
        JoinOutcome::Waits => {}
        JoinOutcome::Serves => {
            let (app, queue) = (Arc::clone(app), Arc::clone(queue));
            let background = app.background.clone();
            background.start("ledger lane", async move { serve(&app, &queue).await });
        }
    }
    Ok(())
}

/// Executes batch after batch until the queue is empty.
pub(crate) async fn serve(app: &App, queue: &OperationQueue) {
    while let Some(batch) = queue.next() {
        match batch {
            NextBatch::Independent(queued) => serve_batch(app, queue, queued).await,
            NextBatch::Atomic(atomic) => serve_atomic(app, atomic).await,
        }
        gather(queue).await;
    }
}

/// Fewest yields between two batches: callers need them to send the response, to read the next request and to queue it.
const MIN_ROUNDS: u32 = 3;
/// Most yields between two batches, even if more callers arrive.
const MAX_ROUNDS: u32 = 8;

/// Yields between batches so that callers which resubmit at once join the next batch. That halves the number of transactions,
/// and each costs little more. It ends when they fill a batch, or after [`MIN_ROUNDS`] when a yield brings no more.
async fn gather(queue: &OperationQueue) {
    let mut waiting = queue.operations();
    for round in 1..=MAX_ROUNDS {
        if waiting >= queue.max_batch() {
            return;
        }
        tokio::task::yield_now().await;
        let before = std::mem::replace(&mut waiting, queue.operations());
        if round >= MIN_ROUNDS && waiting == before {
            return;
        }
    }
}

/// Executes a commit batch. If one operation may have broken it, the batch is halved until that operation is alone. A batch
/// that waited for a lock in vain fails as a whole: its halves would wait for the same lock in turn. Deferred operations go
/// first in the next batch.
async fn serve_batch(app: &App, queue: &OperationQueue, queued: Vec<QueuedOperation>) {
    let mut batches = vec![queued];
    while let Some(mut queued) = batches.pop() {
        let pending_operations: Vec<&PendingOperation> =
            queued.iter().map(|operation| &operation.pending).collect();
        match run_with_retries(app, &pending_operations, Atomicity::Independent).await {
            Ok(results) => {
                let waiting = send_results(queued, results);
                if batches.is_empty() {
                    queue.put_back(waiting);
                } else if !waiting.is_empty() {
                    batches.push(waiting);
                }
            }
            Err(failed) if queued.len() > 1 && failed.may_be_of_one() => {
                let second = queued.split_off(queued.len().div_ceil(2));
                batches.push(second);
                batches.push(queued);
            }
            Err(failed) => {
                let problem = failed.problem(queued.len());
                for operation in queued {
                    let _sent = operation.reply.send(Err(problem.clone()));
                }
            }
        }
    }
}

/// Sends results to callers, and returns the operations that wait for the next transaction.
fn send_results(queued: Vec<QueuedOperation>, results: BatchResults) -> Vec<QueuedOperation> {
    let mut waiting = Vec::new();
    for (operation, result) in queued.into_iter().zip(results) {
        if let Some(result) = result {
            // The caller may have disconnected.
            let _sent = operation.reply.send(result);
        } else {
            waiting.push(operation);
        }
    }
    waiting
}

/// Executes an atomic batch, which is never halved.
async fn serve_atomic(app: &App, atomic: AtomicBatch) {
    let pending_operations: Vec<&PendingOperation> = atomic.pending_operations.iter().collect();
    let results = match run_with_retries(app, &pending_operations, Atomicity::AllOrNothing).await {
        Ok(results) => {
            let results = results.into_iter();
            results
                .map(|result| result.unwrap_or_else(|| Err(queue_ended())))
                .collect()
        }
        Err(failed) => refuse_all(
            pending_operations.len(),
            &failed.problem(pending_operations.len()),
        ),
    };
    let _sent = atomic.reply.send(results);
}

impl BatchFailure {
    /// Returns true if one operation of the batch may have caused the failure.
    fn may_be_of_one(&self) -> bool {
        match self {
            Self::NotStarted(_) | Self::KeyInUse => false,
            Self::Failed(failure) => {
                failure.commit_outcome() != CommitOutcome::Unknown
                    && failure.kind() == FailureKind::Broken
            }
        }
    }

    /// Returns the problem for each operation of the batch.
    fn problem(&self, operations: usize) -> Problem {
        match self {
            Self::KeyInUse if operations == 1 => refusal::in_flight(),
            // The server does not know which of the keys is in use elsewhere.
            Self::KeyInUse => refusal::busy(),
            Self::NotStarted(failure) | Self::Failed(failure) => failure.into(),
        }
    }
}
