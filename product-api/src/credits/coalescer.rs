//! The coalescer: while a transaction is in flight, operations that arrive wait, and the next transaction takes them all.
//!
//! There is no timer: an operation that finds nothing in flight begins at once. Waiting in lanes, the operations of one
//! customer meet in one transaction, which locks and writes the account once; a lane has one transaction in flight. SQLite
//! has one lane, because it has one writer. What a caller asked for is done although the caller has gone away meanwhile:
//! a repeat of the key tells what became of it.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Database, Failure};
use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::job::Job;
use super::refusal;
use super::rerun::{ATTEMPTS, pause};
use super::wave::{Broken, Told, run};
use crate::app::App;

/// Transactions in flight at a time on PostgreSQL, in one process.
const LANES: usize = 4;
/// The most operations of one transaction.
const MOST_AT_ONCE: usize = 256;
/// The most operations that wait in one lane; whoever comes then is told to come back.
const MOST_WAITING: usize = 2048;

/// The lanes of one process.
#[derive(Debug)]
pub(crate) struct Coalescer {
    lanes: Vec<Arc<Lane>>,
}

/// One queue, and whether somebody works on it.
#[derive(Debug, Default)]
struct Lane(Mutex<Queue>);

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Seat>,
    is_served: bool,
}

/// A job, and where its caller waits.
struct Seat {
    job: Job,
    tell: oneshot::Sender<Told>,
}

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").finish_non_exhaustive()
    }
}

impl Coalescer {
    /// The lanes that a database can serve.
    pub(super) fn of(database: &Database) -> Self {
        let lanes = match database {
            Database::Sqlite { .. } => 1,
            Database::Postgres(_) => LANES,
        };
        Self {
            lanes: (0..lanes).map(|_| Arc::default()).collect(),
        }
    }

    /// Does a job with whatever else waits in its lane, and tells what became of it.
    pub(super) async fn submit(&self, app: &Arc<App>, job: Job) -> Told {
        let Some(lane) = self.lane(&job) else {
            return Err(Failure::defect("the ledger has no lane").into());
        };
        let (tell, told) = oneshot::channel();
        match lane.join(Seat { job, tell }) {
            Joined::Full => return Err(refusal::queue_is_full()),
            Joined::Waits => {}
            Joined::Serves => {
                let (app, lane) = (Arc::clone(app), Arc::clone(lane));
                let background = app.background.clone();
                background.start("ledger lane", async move { lane.serve(&app).await });
            }
        }
        told.await
            .unwrap_or_else(|_| Err(Failure::defect("a lane was left with work in it").into()))
    }

    /// Operations of a customer who is named in one way meet in one lane. Where a customer has several names they may
    /// meet in the database instead: its locks are what makes them right.
    fn lane(&self, job: &Job) -> Option<&Arc<Lane>> {
        let mut hasher = DefaultHasher::new();
        job.call.access.website_id.hash(&mut hasher);
        job.order.target.hash(&mut hasher);
        let digest = usize::try_from(hasher.finish()).unwrap_or_default();
        self.lanes.get(digest % self.lanes.len().max(1))
    }
}

/// What became of a seat in a lane.
enum Joined {
    /// Whoever serves the lane will come to it.
    Waits,
    /// Nobody serves the lane: whoever joined must see that it is served.
    Serves,
    /// There is none.
    Full,
}

impl Lane {
    fn join(&self, seat: Seat) -> Joined {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.waiting.len() >= MOST_WAITING {
            return Joined::Full;
        }
        queue.waiting.push_back(seat);
        if std::mem::replace(&mut queue.is_served, true) {
            Joined::Waits
        } else {
            Joined::Serves
        }
    }

    /// Everything that waits, at most so much; none when nobody does, and then the lane is left.
    fn next(&self) -> Option<Vec<Seat>> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.waiting.is_empty() {
            queue.is_served = false;
            return None;
        }
        let length = queue.waiting.len().min(MOST_AT_ONCE);
        Some(queue.waiting.drain(..length).collect())
    }

    /// Does wave after wave until nobody waits.
    async fn serve(&self, app: &App) {
        while let Some(seats) = self.next() {
            serve(app, seats).await;
        }
    }
}

/// Does a wave. One that breaks is cut in two until whatever breaks it is alone: no operation fails for another's sake.
async fn serve(app: &App, seats: Vec<Seat>) {
    let mut waves = vec![seats];
    while let Some(mut seats) = waves.pop() {
        let jobs: Vec<&Job> = seats.iter().map(|seat| &seat.job).collect();
        match several_times(app, &jobs).await {
            Ok(told) => {
                for (seat, told) in seats.into_iter().zip(told) {
                    // A caller who has gone away is told nothing.
                    let _gone = seat.tell.send(told);
                }
            }
            Err(broken) if seats.len() > 1 && broken.may_be_of_one() => {
                let second = seats.split_off(seats.len().div_ceil(2));
                waves.push(second);
                waves.push(seats);
            }
            Err(broken) => {
                for seat in seats {
                    let _gone = seat.tell.send(Err(broken.problem()));
                }
            }
        }
    }
}

/// Runs a wave until it comes to an outcome: one that the database has undone as a whole, because it met another, is run
/// anew.
async fn several_times(app: &App, jobs: &[&Job]) -> Result<Vec<Told>, Broken> {
    let mut runs = 1;
    loop {
        let broken = match AssertUnwindSafe(run(app, jobs)).catch_unwind().await {
            Ok(Ok(told)) => return Ok(told),
            Ok(Err(broken)) => broken,
            Err(_panic) => Failure::defect("the rules of the ledger panicked").into(),
        };
        match &broken {
            Broken::Failed(failure) if failure.fate() == Fate::Undone && runs < ATTEMPTS => {
                tracing::info!(runs, operations = jobs.len(), %failure, "operations met others and are run anew");
            }
            Broken::Failed(_) | Broken::NotBegun(_) | Broken::KeyInUse => return Err(broken),
        }
        pause(runs, &app.random).await?;
        runs += 1;
    }
}

impl Broken {
    /// Whether one operation of the wave may be why it broke.
    fn may_be_of_one(&self) -> bool {
        match self {
            Self::NotBegun(_) => false,
            Self::KeyInUse => true,
            Self::Failed(failure) => {
                failure.fate() != Fate::Unknown && failure.kind() != FailureKind::Unavailable
            }
        }
    }

    fn problem(&self) -> crate::problem::Problem {
        match self {
            Self::KeyInUse => refusal::in_flight(),
            Self::NotBegun(failure) | Self::Failed(failure) => failure.into(),
        }
    }
}
