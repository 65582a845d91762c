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
    together: usize,
    queue: Mutex<QueueState>,
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
    Together(AtomicBatch),
}

/// A queued operation, and the channel to its caller.
pub(crate) struct QueuedOperation {
    pub(crate) job: PendingOperation,
    pub(crate) tell: oneshot::Sender<OperationResult>,
}

/// An atomic batch, and the channel to its caller.
pub(crate) struct AtomicBatch {
    pub(crate) jobs: Vec<PendingOperation>,
    pub(crate) tell: oneshot::Sender<Vec<OperationResult>>,
}

impl QueueEntry {
    fn operations(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Together(together) => together.jobs.len(),
        }
    }
}

impl fmt::Debug for QueueEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Waiting({})", self.operations())
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
    Wave(Vec<QueuedOperation>),
    /// An atomic batch.
    Together(AtomicBatch),
}

impl OperationQueue {
    /// Creates an empty queue with a limit for the operations of one transaction.
    pub(crate) fn of(together: usize) -> Self {
        Self {
            together,
            queue: Mutex::default(),
        }
    }

    /// Adds an entry to the queue.
    pub(crate) fn join(&self, waiting: QueueEntry) -> JoinOutcome {
        let mut queue = self.queue();
        let operations = queue.operations + waiting.operations();
        if operations > MAX_WAITING {
            return JoinOutcome::Full;
        }
        queue.operations = operations;
        queue.waiting.push_back(waiting);
        if std::mem::replace(&mut queue.is_served, true) {
            JoinOutcome::Waits
        } else {
            JoinOutcome::Serves
        }
    }

    /// Takes the next batch: independent operations up to the limit, or an atomic batch. Returns none if the queue is empty,
    /// and its worker then ends.
    pub(crate) fn next(&self) -> Option<NextBatch> {
        let mut queue = self.queue();
        let turn = queue.next(self.together);
        queue.is_served = turn.is_some();
        turn
    }

    /// Puts deferred operations back before all others, in their order. Only the queue's worker calls it.
    pub(crate) fn put_back(&self, seats: Vec<QueuedOperation>) {
        let mut queue = self.queue();
        queue.operations += seats.len();
        for seat in seats.into_iter().rev() {
            queue.waiting.push_front(QueueEntry::One(seat));
        }
    }

    /// Blocks the queue without executing it, as a worker would; false if it has a worker.
    #[cfg(test)]
    pub(crate) fn hold_up(&self) -> bool {
        let mut queue = self.queue();
        !std::mem::replace(&mut queue.is_served, true)
    }

    /// Counts the operations that wait.
    pub(crate) fn operations(&self) -> usize {
        self.queue().operations
    }

    /// Returns the limit of the operations in one transaction.
    pub(crate) const fn together(&self) -> usize {
        self.together
    }

    fn queue(&self) -> MutexGuard<'_, QueueState> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Takes the next batch of at most `together` operations.
    fn next(&mut self, together: usize) -> Option<NextBatch> {
        let mut seats = Vec::new();
        while seats.len() < together {
            match self.waiting.pop_front() {
                Some(QueueEntry::One(seat)) => seats.push(seat),
                Some(QueueEntry::Together(together)) if seats.is_empty() => {
                    self.operations -= together.jobs.len();
                    return Some(NextBatch::Together(together));
                }
                Some(together) => {
                    self.waiting.push_front(together);
                    break;
                }
                None => break,
            }
        }
        self.operations -= seats.len();
        (!seats.is_empty()).then_some(NextBatch::Wave(seats))
    }
}
