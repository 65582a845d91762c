//! The operation batcher: operations that arrive while a transaction is in flight wait, and the next transaction takes all.
//!
//! No timer delays an operation: one that finds its queue idle begins at once. Between two batches a queue only yields to the
//! scheduler, so that callers which resubmit at once join the next batch. Operations of one customer share a queue and so a
//! transaction, which locks and writes the account once. A queue has one transaction in flight. SQLite has one queue, because
//! it has one writer. An atomic batch has a transaction of its own. The server executes an operation even if its client
//! disconnects: a retry with the same key returns the result.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Database, Failure};
use tokio::sync::oneshot;

use super::commit_batch::BatchFailure;
use super::pending::PendingOperation;
use super::queue::{
    AtomicBatch, JoinOutcome, NextBatch, OperationQueue, QueueEntry, QueuedOperation,
};
use super::refusal;
use super::results::{Atomicity, BatchResults, OperationResult};
use super::retry::several_times;
use crate::app::App;
use crate::config::LedgerConfig;
use crate::problem::Problem;

/// Operation queues of one process.
#[derive(Debug)]
pub(crate) struct OperationBatcher {
    lanes: Vec<Arc<OperationQueue>>,
}

impl OperationBatcher {
    /// Creates as many queues as the database can serve.
    pub(crate) fn of(database: &Database, config: &LedgerConfig) -> Self {
        let lanes = match database {
            Database::Sqlite { .. } => 1,
            Database::Postgres { .. } => config.lanes.get(),
        };
        let lane = |_| Arc::new(OperationQueue::of(config.together.get().into()));
        Self {
            lanes: (0..lanes).map(lane).collect(),
        }
    }

    /// Executes an operation in the next commit batch of its queue, and returns its result.
    pub(crate) async fn submit(&self, app: &Arc<App>, job: PendingOperation) -> OperationResult {
        match self.join(app, job) {
            Ok(told) => told.await.unwrap_or_else(|_| Err(left())),
            Err(refused) => Err(refused),
        }
    }

    /// Executes operations independently. Those that name a customer in the same way keep their order.
    pub(crate) async fn submit_each(
        &self,
        app: &Arc<App>,
        jobs: Vec<PendingOperation>,
    ) -> Vec<OperationResult> {
        // All operations are queued before the first result is awaited.
        let waiting: Vec<_> = jobs.into_iter().map(|job| self.join(app, job)).collect();
        let mut all = Vec::with_capacity(waiting.len());
        for told in waiting {
            all.push(match told {
                Ok(told) => told.await.unwrap_or_else(|_| Err(left())),
                Err(refused) => Err(refused),
            });
        }
        all
    }

    /// Executes all operations or none, in one transaction, and returns their results.
    pub(crate) async fn submit_together(
        &self,
        app: &Arc<App>,
        jobs: Vec<PendingOperation>,
    ) -> Vec<OperationResult> {
        let count = jobs.len();
        let Some(lane) = jobs.first().and_then(|job| self.lane(job)) else {
            return all_refused(count, &no_lane());
        };
        let (tell, told) = oneshot::channel();
        match enter(app, lane, QueueEntry::Together(AtomicBatch { jobs, tell })) {
            Ok(()) => told.await.unwrap_or_else(|_| all_refused(count, &left())),
            Err(refused) => all_refused(count, &refused),
        }
    }

    /// Queues an operation; the receiver gets its result.
    fn join(
        &self,
        app: &Arc<App>,
        job: PendingOperation,
    ) -> Result<oneshot::Receiver<OperationResult>, Problem> {
        let lane = self.lane(&job).ok_or_else(no_lane)?;
        let (tell, told) = oneshot::channel();
        enter(app, lane, QueueEntry::One(QueuedOperation { job, tell }))?;
        Ok(told)
    }

    /// Returns the queue of an operation, by a hash of the customer's name in the request. A customer with several names may
    /// use several queues; correctness depends on the database's locks only.
    fn lane(&self, job: &PendingOperation) -> Option<&Arc<OperationQueue>> {
        let mut hasher = DefaultHasher::new();
        job.call.access.website_id.hash(&mut hasher);
        job.order.target.hash(&mut hasher);
        let digest = usize::try_from(hasher.finish()).unwrap_or_default();
        self.lanes.get(digest % self.lanes.len().max(1))
    }

    /// Counts the queued operations.
    pub(crate) fn waiting(&self) -> usize {
        self.lanes.iter().map(|lane| lane.operations()).sum()
    }

    /// Returns all queues, for tests that block them.
    #[cfg(test)]
    pub(crate) fn lanes(&self) -> &[Arc<OperationQueue>] {
        &self.lanes
    }
}

fn no_lane() -> Problem {
    Failure::defect("the ledger has no operation queue").into()
}

fn left() -> Problem {
    Failure::defect("an operation queue ended with operations in it").into()
}

fn all_refused(count: usize, problem: &Problem) -> Vec<OperationResult> {
    (0..count).map(|_| Err(problem.clone())).collect()
}

/// Queues operations, and starts a worker if the queue has none.
fn enter(app: &Arc<App>, lane: &Arc<OperationQueue>, waiting: QueueEntry) -> Result<(), Problem> {
    match lane.join(waiting) {
        JoinOutcome::Full => return Err(refusal::queue_is_full()),
        JoinOutcome::Waits => {}
        JoinOutcome::Serves => {
            let (app, lane) = (Arc::clone(app), Arc::clone(lane));
            let background = app.background.clone();
            background.start("ledger lane", async move { serve(&app, &lane).await });
        }
    }
    Ok(())
}

/// Executes batch after batch until the queue is empty.
pub(crate) async fn serve(app: &App, lane: &OperationQueue) {
    while let Some(turn) = lane.next() {
        match turn {
            NextBatch::Wave(seats) => serve_wave(app, lane, seats).await,
            NextBatch::Together(together) => serve_together(app, together).await,
        }
        gather(lane).await;
    }
}

/// Fewest yields between two batches: callers need them to send the response, to read the next request and to queue it.
const MIN_ROUNDS: u32 = 3;
/// Most yields between two batches, even if more callers arrive.
const MAX_ROUNDS: u32 = 8;

/// Yields between batches so that callers which resubmit at once join the next batch. That halves the number of transactions,
/// and each costs little more. It ends when they fill a batch, or after [`MIN_ROUNDS`] when a yield brings no more.
async fn gather(lane: &OperationQueue) {
    let mut waiting = lane.operations();
    for round in 1..=MAX_ROUNDS {
        if waiting >= lane.together() {
            return;
        }
        tokio::task::yield_now().await;
        let before = std::mem::replace(&mut waiting, lane.operations());
        if round >= MIN_ROUNDS && waiting == before {
            return;
        }
    }
}

/// Executes a commit batch. If one operation may have broken it, the batch is halved until that operation is alone. A batch
/// that waited for a lock in vain fails as a whole: its halves would wait for the same lock in turn. Deferred operations go
/// first in the next batch.
async fn serve_wave(app: &App, lane: &OperationQueue, seats: Vec<QueuedOperation>) {
    let mut waves = vec![seats];
    while let Some(mut seats) = waves.pop() {
        let jobs: Vec<&PendingOperation> = seats.iter().map(|seat| &seat.job).collect();
        match several_times(app, &jobs, Atomicity::None).await {
            Ok(told) => {
                let waiting = send_results(seats, told);
                if waves.is_empty() {
                    lane.put_back(waiting);
                } else if !waiting.is_empty() {
                    waves.push(waiting);
                }
            }
            Err(broken) if seats.len() > 1 && broken.may_be_of_one() => {
                let second = seats.split_off(seats.len().div_ceil(2));
                waves.push(second);
                waves.push(seats);
            }
            Err(broken) => {
                let problem = broken.problem(seats.len());
                for seat in seats {
                    let _gone = seat.tell.send(Err(problem.clone()));
                }
            }
        }
    }
}

/// Sends results to callers, and returns the operations that wait for the next transaction.
fn send_results(seats: Vec<QueuedOperation>, round: BatchResults) -> Vec<QueuedOperation> {
    let mut waiting = Vec::new();
    for (seat, result) in seats.into_iter().zip(round) {
        if let Some(result) = result {
            // The caller may have disconnected.
            let _gone = seat.tell.send(result);
        } else {
            waiting.push(seat);
        }
    }
    waiting
}

/// Executes an atomic batch, which is never halved.
async fn serve_together(app: &App, together: AtomicBatch) {
    let jobs: Vec<&PendingOperation> = together.jobs.iter().collect();
    let told = match several_times(app, &jobs, Atomicity::AllOrNone).await {
        Ok(told) => {
            let told = told.into_iter();
            told.map(|told| told.unwrap_or_else(|| Err(left())))
                .collect()
        }
        Err(broken) => all_refused(jobs.len(), &broken.problem(jobs.len())),
    };
    let _gone = together.tell.send(told);
}

impl BatchFailure {
    /// Returns true if one operation of the batch may have caused the failure.
    fn may_be_of_one(&self) -> bool {
        match self {
            Self::NotBegun(_) | Self::KeyInUse => false,
            Self::Failed(failure) => {
                failure.fate() != Fate::Unknown && failure.kind() == FailureKind::Broken
            }
        }
    }

    /// Returns the problem for each operation of the batch.
    fn problem(&self, operations: usize) -> Problem {
        match self {
            Self::KeyInUse if operations == 1 => refusal::in_flight(),
            // The server does not know which of the keys is in use elsewhere.
            Self::KeyInUse => refusal::busy(),
            Self::NotBegun(failure) | Self::Failed(failure) => failure.into(),
        }
    }
}
