//! A lane: what waits for its transaction, in order, and whether somebody works on it.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::job::Job;
use super::told::Told;

/// The most operations that wait in one lane; whoever comes then is told to come back. Enough for sixty-four batches of a
/// hundred.
pub(super) const MOST_WAITING: usize = 8192;

/// One queue.
#[derive(Debug)]
pub(crate) struct Lane {
    /// The most operations of one transaction, unless they are all done or none.
    together: usize,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// How many operations wait.
    operations: usize,
    is_served: bool,
}

/// What waits.
#[expect(
    clippy::large_enum_variant,
    reason = "one operation is the usual case, and costs no allocation"
)]
pub(super) enum Waiting {
    /// One operation.
    One(Seat),
    /// Operations that are all done or none.
    Together(Together),
}

/// A job, and where its caller waits.
pub(super) struct Seat {
    pub(super) job: Job,
    pub(super) tell: oneshot::Sender<Told>,
}

/// Jobs that are all done or none, and where their caller waits.
pub(super) struct Together {
    pub(super) jobs: Vec<Job>,
    pub(super) tell: oneshot::Sender<Vec<Told>>,
}

impl Waiting {
    fn operations(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Together(together) => together.jobs.len(),
        }
    }
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Waiting({})", self.operations())
    }
}

/// What became of a seat in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// Whoever serves the lane will come to it.
    Waits,
    /// Nobody serves the lane: whoever joined must see that it is served.
    Serves,
    /// There is none.
    Full,
}

/// What one transaction takes.
pub(super) enum Turn {
    /// Operations that have nothing to do with each other.
    Wave(Vec<Seat>),
    /// Operations that are all done or none.
    Together(Together),
}

impl Lane {
    /// An empty one, whose transactions take so many operations at most.
    pub(super) fn of(together: usize) -> Self {
        Self {
            together,
            queue: Mutex::default(),
        }
    }

    /// Takes a seat.
    pub(super) fn join(&self, waiting: Waiting) -> Joined {
        let mut queue = self.queue();
        let operations = queue.operations + waiting.operations();
        if operations > MOST_WAITING {
            return Joined::Full;
        }
        queue.operations = operations;
        queue.waiting.push_back(waiting);
        if std::mem::replace(&mut queue.is_served, true) {
            Joined::Waits
        } else {
            Joined::Serves
        }
    }

    /// What comes next: every operation that waits, at most so many, or some that are all done or none. None when nobody
    /// waits, and then the lane is left.
    pub(super) fn next(&self) -> Option<Turn> {
        let mut queue = self.queue();
        let turn = queue.next(self.together);
        queue.is_served = turn.is_some();
        turn
    }

    /// Puts seats whose jobs wait for the next transaction back before all others, in their order. The server of the lane calls
    /// it.
    pub(super) fn put_back(&self, seats: Vec<Seat>) {
        let mut queue = self.queue();
        queue.operations += seats.len();
        for seat in seats.into_iter().rev() {
            queue.waiting.push_front(Waiting::One(seat));
        }
    }

    /// Takes the lane without serving it, as whoever is at work would; false when somebody is at work.
    #[cfg(test)]
    pub(super) fn hold_up(&self) -> bool {
        let mut queue = self.queue();
        !std::mem::replace(&mut queue.is_served, true)
    }

    /// How many operations wait.
    pub(super) fn operations(&self) -> usize {
        self.queue().operations
    }

    /// The most operations of one transaction.
    pub(super) const fn together(&self) -> usize {
        self.together
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// What comes next, of at most so many operations.
    fn next(&mut self, together: usize) -> Option<Turn> {
        let mut seats = Vec::new();
        while seats.len() < together {
            match self.waiting.pop_front() {
                Some(Waiting::One(seat)) => seats.push(seat),
                Some(Waiting::Together(together)) if seats.is_empty() => {
                    self.operations -= together.jobs.len();
                    return Some(Turn::Together(together));
                }
                Some(together) => {
                    self.waiting.push_front(together);
                    break;
                }
                None => break,
            }
        }
        self.operations -= seats.len();
        (!seats.is_empty()).then_some(Turn::Wave(seats))
    }
}
