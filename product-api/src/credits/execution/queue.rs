//! An operation queue: operations that wait for their transaction, in order, and a flag for its worker.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::pending::PendingOperation;
use super::results::OperationResult;

/// Limit of the operations in one queue; the server refuses more with 503. Enough for 64 batches of 100.
pub(crate) const MAX_WAITING: usize = 8192;

/// One operation queue.
#[derive(Debug)]
pub(crate) struct OperationQueue {
    /// Limit of the operations in one transaction, except for an atomic batch.
    max_batch: usize,
    state: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    waiting: VecDeque<QueueEntry>,
    /// Number of the operations that wait.
    operations: usize,
    is_served: bool,
}

/// An entry of the queue.
#[expect(
    clippy::large_enum_variant,
    reason = "one operation is the usual case, and costs no allocation"
)]
pub(crate) enum QueueEntry {
    /// One operation.
    One(QueuedOperation),
    /// An atomic batch, of which all operations are executed or none.
    Atomic(AtomicBatch),
}

/// A queued operation, and the channel to its caller.
pub(crate) struct QueuedOperation {
    pub(crate) pending: PendingOperation,
    pub(crate) reply: oneshot::Sender<OperationResult>,
}

/// An atomic batch, and the channel to its caller.
pub(crate) struct AtomicBatch {
    pub(crate) pending_operations: Vec<PendingOperation>,
    pub(crate) reply: oneshot::Sender<Vec<OperationResult>>,
}

impl QueueEntry {
    fn operations(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Atomic(atomic) => atomic.pending_operations.len(),
        }
    }
}

impl fmt::Debug for QueueEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QueueEntry({})", self.operations())
    }
}

/// Result of joining a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinOutcome {
    /// The queue's worker will execute the entry.
    Waits,
    /// The queue has no worker: the caller must start one.
    Serves,
    /// The queue is full.
    Full,
}

/// Operations of the next transaction.
pub(crate) enum NextBatch {
    /// Independent operations.
    Independent(Vec<QueuedOperation>),
    /// An atomic batch.
    Atomic(AtomicBatch),
}

impl OperationQueue {
    /// Creates an empty queue with a limit for the operations of one transaction.
    pub(crate) fn new(max_batch: usize) -> Self {
        Self {
            max_batch,
            state: Mutex::default(),
        }
    }

    /// Adds an entry to the queue.
    pub(crate) fn join(&self, waiting: QueueEntry) -> JoinOutcome {
        let mut state = self.state();
        let operations = state.operations + waiting.operations();
        if operations > MAX_WAITING {
            return JoinOutcome::Full;
        }
        state.operations = operations;
        state.waiting.push_back(waiting);
        if std::mem::replace(&mut state.is_served, true) {
            JoinOutcome::Waits
        } else {
            JoinOutcome::Serves
        }
    }

    /// Takes the next batch: independent operations up to the limit, or an atomic batch. Returns none if the queue is empty,
    /// and its worker then ends.
    pub(crate) fn next(&self) -> Option<NextBatch> {
        let mut state = self.state();
        let batch = state.next(self.max_batch);
        state.is_served = batch.is_some();
        batch
    }

    /// Puts deferred operations back before all others, in their order. Only the queue's worker calls it.
    pub(crate) fn put_back(&self, queued: Vec<QueuedOperation>) {
        let mut state = self.state();
        state.operations += queued.len();
        for operation in queued.into_iter().rev() {
            state.waiting.push_front(QueueEntry::One(operation));
        }
    }

    /// Blocks the queue without executing it, as a worker would; false if it has a worker.
    #[cfg(test)]
    pub(crate) fn hold_up(&self) -> bool {
        let mut state = self.state();
        !std::mem::replace(&mut state.is_served, true)
    }

    /// Counts the operations that wait.
    pub(crate) fn operations(&self) -> usize {
        self.state().operations
    }

    /// Returns the limit of the operations in one transaction.
    pub(crate) const fn max_batch(&self) -> usize {
        self.max_batch
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Takes the next batch of at most `max_batch` operations.
    fn next(&mut self, max_batch: usize) -> Option<NextBatch> {
        let mut queued = Vec::new();
        while queued.len() < max_batch {
            match self.waiting.pop_front() {
                Some(QueueEntry::One(operation)) => queued.push(operation),
                Some(QueueEntry::Atomic(atomic)) if queued.is_empty() => {
                    self.operations -= atomic.pending_operations.len();
                    return Some(NextBatch::Atomic(atomic));
                }
                Some(atomic) => {
                    self.waiting.push_front(atomic);
                    break;
                }
                None => break,
            }
        }
        self.operations -= queued.len();
        (!queued.is_empty()).then_some(NextBatch::Independent(queued))
    }
}
