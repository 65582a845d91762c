//! Connection limit: a new connection that has to wait makes the server close idle ones.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Interval at which a waiting connection asks idle ones to close.
const CLOSE_IDLE_INTERVAL: Duration = Duration::from_millis(50);

/// Permits for the connections of one listener.
#[derive(Clone, Debug)]
pub(super) struct ConnectionLimit {
    free: Arc<Semaphore>,
    demand: Arc<Notify>,
}

impl ConnectionLimit {
    /// Creates a limit of this many connections.
    pub(super) fn new(most: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS))),
            demand: Arc::default(),
        }
    }

    /// Takes a permit, and waits until one is free; `None` if the semaphore is closed.
    pub(super) async fn take(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(permit);
        }
        metrics::counter!("http_connections_waited_total").increment(1);
        let mut free = Box::pin(Arc::clone(&self.free).acquire_owned());
        loop {
            self.demand.notify_waiters();
            tokio::select! {
                permit = free.as_mut() => return permit.ok(),
                () = tokio::time::sleep(CLOSE_IDLE_INTERVAL) => {}
            }
        }
    }

    /// Waits until another connection waits for a permit.
    pub(super) async fn wait_for_demand(&self) {
        self.demand.notified().await;
    }
}
