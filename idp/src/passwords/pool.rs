//! The work of hashing, bounded: as many at a time as there are cores, a few waiting, and the rest told to come back.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use foundation::{Background, Failure};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::workers::Workers;

/// How many may wait for a core.
pub(crate) const MOST_WAITING: usize = 64;

/// Who may hash now, and who waits. A hash takes 19 MiB and all of a core for some 20 ms: without these bounds a flood
/// of sign-ins would take the machine from everybody else.
#[derive(Clone)]
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    cores: Arc<Semaphore>,
    workers: Arc<Workers>,
    counts: Arc<Counts>,
    background: Background,
}

#[derive(Default)]
struct Counts {
    jobs: AtomicU64,
    running: AtomicUsize,
    most: AtomicUsize,
}

/// A place in the pool: at work, or waiting for it. It is given back when it is dropped.
pub(crate) struct Place {
    permit: OwnedSemaphorePermit,
    pool: Pool,
}

impl Pool {
    /// A pool for this machine, whose work goes on beside requests.
    pub(crate) fn new(background: &Background) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            places: Arc::new(Semaphore::new(cores + MOST_WAITING)),
            cores: Arc::new(Semaphore::new(cores)),
            workers: Arc::new(Workers::new(cores)),
            counts: Arc::default(),
            background: background.clone(),
        }
    }

    /// Takes a place without waiting for it; `None` when all are taken.
    pub(crate) fn enter(&self) -> Option<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned().ok();
        if permit.is_none() {
            metrics::counter!("idp_password_busy_total").increment(1);
        }
        permit.map(|permit| Place {
            permit,
            pool: self.clone(),
        })
    }

    /// How many pieces of work were done so far.
    pub(crate) fn jobs(&self) -> u64 {
        self.counts.jobs.load(Ordering::SeqCst)
    }

    /// How many more may wait.
    pub(crate) fn places_left(&self) -> usize {
        self.places.available_permits()
    }

    /// The most that were ever done at a time.
    pub(crate) fn most_at_once(&self) -> usize {
        self.counts.most.load(Ordering::SeqCst)
    }

    /// Takes every core, so that all others wait.
    pub(crate) async fn hold(&self) -> Result<Vec<OwnedSemaphorePermit>, Failure> {
        let all = u32::try_from(self.cores.available_permits()).unwrap_or(u32::MAX);
        let mut held = Vec::new();
        for semaphore in [&self.cores, &self.places] {
            let permits = Arc::clone(semaphore).acquire_many_owned(all).await;
            held.push(permits.map_err(|error| Failure::broken("holding the cores", error))?);
        }
        Ok(held)
    }
}

impl Place {
    /// Waits for a core and works on it, beside the threads that serve requests. Work that has begun holds its place
    /// until it ends, even when nobody waits for it any more.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        job: impl Fn() -> T + Send + Sync + 'static,
    ) -> Result<T, Failure> {
        let Self { permit, pool } = self;
        let core = Arc::clone(&pool.cores)
            .acquire_owned()
            .await
            .map_err(|error| Failure::broken("waiting for a core", error))?;
        let (tell, told) = oneshot::channel();
        pool.background.clone().start("password", async move {
            let held = (permit, core);
            let counts = pool.counts;
            let running = counts.running.fetch_add(1, Ordering::SeqCst) + 1;
            counts.most.fetch_max(running, Ordering::SeqCst);
            counts.jobs.fetch_add(1, Ordering::SeqCst);
            metrics::counter!("idp_password_hashes_total").increment(1);
            let done = pool.workers.work(job).await;
            counts.running.fetch_sub(1, Ordering::SeqCst);
            drop(held);
            // Nobody may wait for it any more.
            let _gone = tell.send(done);
        });
        told.await
            .map_err(|error| Failure::broken("hashing a password", error))?
    }
}
