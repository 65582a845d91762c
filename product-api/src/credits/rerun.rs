//! Running an operation anew: a transaction that the database undid because it met another is tried again, a few times.

use std::time::Duration;

use foundation::failure::Fate;
use foundation::{Failure, Random};

use crate::problem::Problem;

/// How often an operation is run in all before its caller is told that the account is busy.
const ATTEMPTS: u32 = 3;
/// The shortest wait before the second run; twice that before the third.
const SHORTEST_WAIT: Duration = Duration::from_millis(5);

/// Why one run of an operation came to no outcome.
pub(super) enum Stop {
    /// It was refused in a way that leaves the key free.
    Refused(Problem),
    /// Machinery broke.
    Failed(Failure),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// After a run that stopped: waits for the next one, or tells why there is none.
///
/// Only a transaction that the database has undone as a whole is run anew: after anything else either nothing would
/// be different, or it is not known what was done.
pub(super) async fn another(stop: Stop, runs: u32, random: &Random) -> Result<(), Problem> {
    let failure = match stop {
        Stop::Refused(problem) => return Err(problem),
        Stop::Failed(failure) => failure,
    };
    if failure.fate() != Fate::Undone || runs >= ATTEMPTS {
        return Err(failure.into());
    }
    tracing::info!(runs, %failure, "an operation met another and is run anew");
    // Two that met would meet again if both waited for the same time.
    let [jitter] = random.bytes::<1>()?;
    tokio::time::sleep(SHORTEST_WAIT * runs + Duration::from_micros(u64::from(jitter) * 100)).await;
    Ok(())
}
