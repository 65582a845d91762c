//! Connection limit: a new connection that has to wait makes the server close idle ones.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Interval at which a waiting connection asks idle ones to close.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Places for the connections of one listener.
#[derive(Clone, Debug)]
pub(super) struct ConnectionLimit {
    free: Arc<Semaphore>,
    wanted: Arc<Notify>,
}

impl ConnectionLimit {
    /// Creates this many places.
    pub(super) fn new(most: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS))),
            wanted: Arc::default(),
        }
    }

    /// Takes a place, and waits until one is free; `None` if the semaphore is closed.
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

    /// Waits until another connection waits for a place.
    pub(super) async fn wanted(&self) {
        self.wanted.notified().await;
    }
}
