//! Bounded password hashing: one hash per core, a few waiting requests, and refusals for the rest.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use foundation::{Background, Failure};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::workers::Workers;

/// Maximum number of requests that wait for a core.
pub(crate) const MAX_WAITING: usize = 64;

/// Pool for hashing. A hash takes 19 MiB and a core for about 20 ms: without limits a flood of sign-ins would block all
/// other requests.
#[derive(Clone)]
pub(crate) struct Pool {
    slots: Arc<Semaphore>,
    cores: Arc<Semaphore>,
    workers: Arc<Workers>,
    counts: Arc<PoolCounts>,
    background: Background,
}

#[derive(Default)]
struct PoolCounts {
    jobs: AtomicU64,
    running: AtomicUsize,
    max_running: AtomicUsize,
}

/// A slot in the pool, working or waiting; dropping it frees the slot.
pub(crate) struct PoolSlot {
    permit: OwnedSemaphorePermit,
    pool: Pool,
}

impl Pool {
    /// Creates the pool of this machine; its jobs run in the background.
    pub(crate) fn new(background: &Background) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            slots: Arc::new(Semaphore::new(cores + MAX_WAITING)),
            cores: Arc::new(Semaphore::new(cores)),
            workers: Arc::new(Workers::new(cores)),
            counts: Arc::default(),
            background: background.clone(),
        }
    }

    /// Takes a slot without waiting; `None` if all are taken.
    pub(crate) fn enter(&self) -> Option<PoolSlot> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().ok();
        if permit.is_none() {
            metrics::counter!("idp_password_busy_total").increment(1);
        }
        permit.map(|permit| PoolSlot {
            permit,
            pool: self.clone(),
        })
    }

    /// Returns the number of jobs so far.
    pub(crate) fn jobs(&self) -> u64 {
        self.counts.jobs.load(Ordering::SeqCst)
    }

    /// Returns the number of free slots.
    pub(crate) fn free_slots(&self) -> usize {
        self.slots.available_permits()
    }

    /// Returns the maximum number of concurrent jobs so far.
    pub(crate) fn max_concurrent(&self) -> usize {
        self.counts.max_running.load(Ordering::SeqCst)
    }

    /// Takes every core, so that all jobs wait; for tests.
    pub(crate) async fn occupy(&self) -> Result<Vec<OwnedSemaphorePermit>, Failure> {
        let all = u32::try_from(self.cores.available_permits()).unwrap_or(u32::MAX);
        let mut held = Vec::new();
        for semaphore in [&self.cores, &self.slots] {
            let permits = Arc::clone(semaphore).acquire_many_owned(all).await;
            held.push(permits.map_err(|error| Failure::broken("reserving the workers", error))?);
        }
        Ok(held)
    }
}

impl PoolSlot {
    /// Waits for a core and runs the job on it, apart from the threads that serve requests. A running job keeps its
    /// slot until it ends, even after its request was cancelled.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        job: impl Fn() -> T + Send + Sync + 'static,
    ) -> Result<T, Failure> {
        let Self { permit, pool } = self;
        let core = Arc::clone(&pool.cores)
            .acquire_owned()
            .await
            .map_err(|error| Failure::broken("waiting for a core", error))?;
        let (sender, received) = oneshot::channel();
        pool.background.clone().start("password", async move {
            let held = (permit, core);
            let counts = pool.counts;
            let running = counts.running.fetch_add(1, Ordering::SeqCst) + 1;
            counts.max_running.fetch_max(running, Ordering::SeqCst);
            counts.jobs.fetch_add(1, Ordering::SeqCst);
            metrics::counter!("idp_password_hashes_total").increment(1);
            let done = pool.workers.work(job).await;
            counts.running.fetch_sub(1, Ordering::SeqCst);
            drop(held);
            // The request may have been cancelled.
            let _cancelled = sender.send(done);
        });
        received
            .await
            .map_err(|error| Failure::broken("hashing a password", error))?
    }
}
