//! The places for connections: so many at a time; whoever waits for one lets those end that do nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How often those that do nothing are looked for while somebody waits.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The places of one door.
#[derive(Clone, Debug)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    wanted: Arc<Notify>,
}

impl Places {
    /// So many places.
    pub(super) fn new(most: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS))),
            wanted: Arc::default(),
        }
    }

    /// Takes a place, as soon as there is one; `None` when there are none any more.
    pub(super) async fn take(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(place);
        }
        metrics::counter!("http_connections_waited_total").increment(1);
        let mut free = Box::pin(Arc::clone(&self.free).acquire_owned());
        loop {
            self.wanted.notify_waiters();
            tokio::select! {
                place = free.as_mut() => return place.ok(),
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Waits until somebody waits for a place.
    pub(super) async fn wanted(&self) {
        self.wanted.notified().await;
    }
}
