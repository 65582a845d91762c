//! Verifications take turns: one looks through the books at a time in a process, and few wait.

use std::sync::Arc;

use foundation::Failure;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::problem::{Kind, Problem};

/// The most runs of websites that wait or go on at a time in one process.
const MOST_WAITING: usize = 32;

/// Where verifications wait for each other.
#[derive(Debug)]
pub(super) struct Turns {
    turn: Semaphore,
    places: Arc<Semaphore>,
}

/// A place among those who wait; given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place(
    #[expect(dead_code, reason = "held, and never looked at")] OwnedSemaphorePermit,
);

impl Default for Turns {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            places: Arc::new(Semaphore::new(MOST_WAITING)),
        }
    }
}

impl Turns {
    /// Waits until nobody else in this process looks through the books; in the order of coming.
    pub(super) async fn turn(&self) -> Result<SemaphorePermit<'_>, Failure> {
        let turn = self.turn.acquire().await;
        turn.map_err(|error| Failure::broken("waiting for another verification", error))
    }

    /// A place among those who wait, if one is free.
    pub(super) fn place(&self) -> Result<Place, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map(Place).map_err(|_full| {
            let detail = "Many verifications wait already; ask again in some minutes.";
            Problem::new(Kind::Unavailable, detail)
        })
    }
}
