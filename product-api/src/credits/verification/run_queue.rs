//! Queue of verifications: one reads the books at a time in a process, and few wait.

use std::sync::Arc;

use foundation::Failure;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::problem::{Kind, Problem};

/// Limit of the websites' runs that wait or are in progress in one process.
const MAX_WAITING: usize = 32;

/// Queue of verifications.
#[derive(Debug)]
pub(crate) struct RunQueue {
    turn: Semaphore,
    permits: Arc<Semaphore>,
}

/// A place in the queue, freed when it is dropped.
#[derive(Debug)]
pub(crate) struct QueueTicket(
    #[expect(dead_code, reason = "held, and never looked at")] OwnedSemaphorePermit,
);

impl Default for RunQueue {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            permits: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }
}

impl RunQueue {
    /// Waits until no other verification reads the books in this process; first come, first served.
    pub(crate) async fn turn(&self) -> Result<SemaphorePermit<'_>, Failure> {
        let turn = self.turn.acquire().await;
        turn.map_err(|error| Failure::broken("waiting for another verification", error))
    }

    /// Takes a place in the queue, or refuses with 503 if all are taken.
    pub(crate) fn take_ticket(&self) -> Result<QueueTicket, Problem> {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        permit.map(QueueTicket).map_err(|_full| {
            let detail = "Many verifications wait already; ask again in some minutes.";
            Problem::new(Kind::Unavailable, detail)
        })
    }
}
