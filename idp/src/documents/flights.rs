//! Which documents are on their way: one fetch of an address at a time, few at all, and none right after a failure.

use std::sync::Arc;
use std::time::Duration;

use foundation::Reading;
use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, SemaphorePermit};

/// The most addresses that are remembered, and the most fetches at a time.
const MOST: u64 = 1000;
const MOST_AT_A_TIME: usize = 16;
/// After a fetch, whatever came of it, the next of the same address is made this much later.
const PAUSE: Duration = Duration::from_secs(10);

/// The fetches.
pub(crate) struct Flights {
    places: Semaphore,
    addresses: Cache<String, Arc<Mutex<Option<Reading>>>>,
}

/// The right to fetch one address now; whoever else wants it waits until it is given back.
pub(super) struct Flight<'a> {
    _place: SemaphorePermit<'a>,
    last: OwnedMutexGuard<Option<Reading>>,
}

impl Flights {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self {
            places: Semaphore::new(MOST_AT_A_TIME),
            addresses: Cache::builder().max_capacity(MOST).build(),
        }
    }

    /// The turn of an address; `None` when it was fetched just now, or too many others are being fetched.
    pub(super) async fn take(&self, address: &str, now: Reading) -> Option<Flight<'_>> {
        let last = self
            .addresses
            .get_with(address.to_owned(), async { Arc::default() })
            .await
            .lock_owned()
            .await;
        if last.is_some_and(|at| now.since(at) < PAUSE) {
            return None;
        }
        let place = self.places.try_acquire().ok()?;
        Some(Flight {
            _place: place,
            last,
        })
    }
}

impl Flight<'_> {
    /// It is over.
    pub(super) fn land(mut self, now: Reading) {
        *self.last = Some(now);
    }
}
