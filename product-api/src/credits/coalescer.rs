//! The coalescer: while a transaction is in flight, operations that arrive wait, and the next transaction takes them all.
//!
//! There is no timer: an operation that finds nothing in flight begins at once, and between two turns a lane only lets go first
//! what can go on at once, so that those who were told and come again do not miss the next turn. Waiting in lanes, the operations of one
//! customer meet in one transaction, which locks and writes the account once; a lane has one transaction in flight. SQLite
//! has one lane, because it has one writer. Operations that are all done or none have a transaction of their own. What a
//! caller asked for is done although the caller has gone away meanwhile: a repeat of the key tells what became of it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Database, Failure};
use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::batch::Bond;
use super::job::Job;
use super::lane::{Joined, Lane, Seat, Together, Turn, Waiting};
use super::refusal;
use super::rerun::{ATTEMPTS, pause};
use super::told::{Round, Told};
use super::wave::{Broken, run};
use crate::app::App;
use crate::config::LedgerConfig;
use crate::problem::Problem;

/// The lanes of one process.
#[derive(Debug)]
pub(crate) struct Coalescer {
    lanes: Vec<Arc<Lane>>,
}

impl Coalescer {
    /// The lanes that a database can serve.
    pub(super) fn of(database: &Database, config: &LedgerConfig) -> Self {
        let lanes = match database {
            Database::Sqlite { .. } => 1,
            Database::Postgres { .. } => config.lanes.get(),
        };
        let lane = |_| Arc::new(Lane::of(config.together.get().into()));
        Self {
            lanes: (0..lanes).map(lane).collect(),
        }
    }

    /// Does a job with whatever else waits in its lane, and tells what became of it.
    pub(super) async fn submit(&self, app: &Arc<App>, job: Job) -> Told {
        match self.join(app, job) {
            Ok(told) => told.await.unwrap_or_else(|_| Err(left())),
            Err(refused) => Err(refused),
        }
    }

    /// Does jobs, each by itself, and tells what became of them; those of a customer who is named in one way in their order.
    pub(super) async fn submit_each(&self, app: &Arc<App>, jobs: Vec<Job>) -> Vec<Told> {
        // All of them take their seats before any is waited for.
        let waiting: Vec<_> = jobs.into_iter().map(|job| self.join(app, job)).collect();
        let mut all = Vec::with_capacity(waiting.len());
        for told in waiting {
            all.push(match told {
                Ok(told) => told.await.unwrap_or_else(|_| Err(left())),
                Err(refused) => Err(refused),
            });
        }
        all
    }

    /// Does all jobs or none, in one transaction, and tells what became of them.
    pub(super) async fn submit_together(&self, app: &Arc<App>, jobs: Vec<Job>) -> Vec<Told> {
        let count = jobs.len();
        let Some(lane) = jobs.first().and_then(|job| self.lane(job)) else {
            return all_refused(count, &no_lane());
        };
        let (tell, told) = oneshot::channel();
        match enter(app, lane, Waiting::Together(Together { jobs, tell })) {
            Ok(()) => told.await.unwrap_or_else(|_| all_refused(count, &left())),
            Err(refused) => all_refused(count, &refused),
        }
    }

    /// Takes a seat for a job; what becomes of it will be told there.
    fn join(&self, app: &Arc<App>, job: Job) -> Result<oneshot::Receiver<Told>, Problem> {
        let lane = self.lane(&job).ok_or_else(no_lane)?;
        let (tell, told) = oneshot::channel();
        enter(app, lane, Waiting::One(Seat { job, tell }))?;
        Ok(told)
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

    /// Counts the operations that wait.
    pub(super) fn waiting(&self) -> usize {
        self.lanes.iter().map(|lane| lane.operations()).sum()
    }

    /// All lanes, for tests that hold them up.
    #[cfg(test)]
    pub(super) fn lanes(&self) -> &[Arc<Lane>] {
        &self.lanes
    }
}

fn no_lane() -> Problem {
    Failure::defect("the ledger has no lane").into()
}

fn left() -> Problem {
    Failure::defect("a lane was left with work in it").into()
}

fn all_refused(count: usize, problem: &Problem) -> Vec<Told> {
    (0..count).map(|_| Err(problem.clone())).collect()
}

/// Waits in a lane, and sees that it is served.
fn enter(app: &Arc<App>, lane: &Arc<Lane>, waiting: Waiting) -> Result<(), Problem> {
    match lane.join(waiting) {
        Joined::Full => return Err(refusal::queue_is_full()),
        Joined::Waits => {}
        Joined::Serves => {
            let (app, lane) = (Arc::clone(app), Arc::clone(lane));
            let background = app.background.clone();
            background.start("ledger lane", async move { serve(&app, &lane).await });
        }
    }
    Ok(())
}

/// Does turn after turn until nobody waits.
pub(super) async fn serve(app: &App, lane: &Lane) {
    while let Some(turn) = lane.next() {
        match turn {
            Turn::Wave(seats) => serve_wave(app, lane, seats).await,
            Turn::Together(together) => serve_together(app, together).await,
        }
        gather(lane).await;
    }
}

/// How often a lane lets others go first at least: those who were told have to answer, what comes of it has to be read, and
/// they have to take their seats.
const LEAST_ROUNDS: u32 = 3;
/// How often at most, however many still come.
const MOST_ROUNDS: u32 = 8;

/// Lets those who were told go on before the next turn. Callers who come again at once then go with those who wait, and not
/// after them: half as many transactions, each little dearer. It takes what it takes to do what can be done at once, and
/// goes on as long as that brings more callers, until they fill a transaction.
async fn gather(lane: &Lane) {
    let mut waiting = lane.operations();
    for round in 1..=MOST_ROUNDS {
        if waiting >= lane.together() {
            return;
        }
        tokio::task::yield_now().await;
        let before = std::mem::replace(&mut waiting, lane.operations());
        if round >= LEAST_ROUNDS && waiting == before {
            return;
        }
    }
}

/// Does a wave. One that an operation of it may have broken is cut in two until that operation is alone. One that waited
/// for a lock in vain fails as a whole: its halves would wait for the same lock, one after the other. A job that waits
/// goes with the next turn, before all others.
async fn serve_wave(app: &App, lane: &Lane, seats: Vec<Seat>) {
    let mut waves = vec![seats];
    while let Some(mut seats) = waves.pop() {
        let jobs: Vec<&Job> = seats.iter().map(|seat| &seat.job).collect();
        match several_times(app, &jobs, Bond::None).await {
            Ok(told) => {
                let waiting = send_results(seats, told);
                if waves.is_empty() {
                    lane.put_back(waiting);
                } else if !waiting.is_empty() {
                    waves.push(waiting);
                }
            }
            Err(broken) if seats.len() > 1 && broken.may_be_of_one() => {
                let second = seats.split_off(seats.len().div_ceil(2));
                waves.push(second);
                waves.push(seats);
            }
            Err(broken) => {
                let problem = broken.problem(seats.len());
                for seat in seats {
                    let _gone = seat.tell.send(Err(problem.clone()));
                }
            }
        }
    }
}

/// Sends callers their results, and returns the seats whose jobs wait for the next transaction.
fn send_results(seats: Vec<Seat>, round: Round) -> Vec<Seat> {
    let mut waiting = Vec::new();
    for (seat, result) in seats.into_iter().zip(round) {
        if let Some(result) = result {
            // The caller may have gone away.
            let _gone = seat.tell.send(result);
        } else {
            waiting.push(seat);
        }
    }
    waiting
}

/// Does what is all done or not at all; it is never cut.
async fn serve_together(app: &App, together: Together) {
    let jobs: Vec<&Job> = together.jobs.iter().collect();
    let told = match several_times(app, &jobs, Bond::AllOrNone).await {
        Ok(told) => {
            let told = told.into_iter();
            told.map(|told| told.unwrap_or_else(|| Err(left())))
                .collect()
        }
        Err(broken) => all_refused(jobs.len(), &broken.problem(jobs.len())),
    };
    let _gone = together.tell.send(told);
}

/// Runs a wave until it comes to an outcome: one that the database has undone as a whole, because it met another, is run
/// anew.
async fn several_times(app: &App, jobs: &[&Job], bond: Bond) -> Result<Round, Broken> {
    let mut runs = 1;
    loop {
        let broken = match AssertUnwindSafe(run(app, jobs, bond)).catch_unwind().await {
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
            Self::NotBegun(_) | Self::KeyInUse => false,
            Self::Failed(failure) => {
                failure.fate() != Fate::Unknown && failure.kind() == FailureKind::Broken
            }
        }
    }

    /// The answer to each of so many operations.
    fn problem(&self, operations: usize) -> Problem {
        match self {
            Self::KeyInUse if operations == 1 => refusal::in_flight(),
            // Which of the keys is in use elsewhere is not known.
            Self::KeyInUse => refusal::busy(),
            Self::NotBegun(failure) | Self::Failed(failure) => failure.into(),
        }
    }
}
