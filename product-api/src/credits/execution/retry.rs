//! Retries of commit batches that the database rolled back because of a conflict with another transaction.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use foundation::failure::CommitOutcome;
use foundation::{Failure, Random};
use futures_util::FutureExt;

use super::commit_batch::{BatchFailure, run};
use super::pending::PendingOperation;
use super::results::{Atomicity, BatchResults};
use crate::app::App;

/// Limit of the runs of a commit batch; after the last its callers get `account-busy`.
const ATTEMPTS: u32 = 3;
/// Shortest wait before the second run; the wait before the third is twice as long.
const MIN_WAIT: Duration = Duration::from_millis(5);

/// Waits before the next run, for a random time: two transactions that met would meet again after equal waits.
async fn pause(runs: u32, random: &Random) -> Result<(), Failure> {
    let [jitter] = random.bytes::<1>()?;
    tokio::time::sleep(MIN_WAIT * runs + Duration::from_micros(u64::from(jitter) * 100)).await;
    Ok(())
}

/// Runs a commit batch, and retries it if the database rolled it back because of a conflict with another transaction.
pub(crate) async fn run_with_retries(
    app: &App,
    pending_operations: &[&PendingOperation],
    atomicity: Atomicity,
) -> Result<BatchResults, BatchFailure> {
    let mut runs = 1;
    loop {
        let failed = match AssertUnwindSafe(run(app, pending_operations, atomicity))
            .catch_unwind()
            .await
        {
            Ok(Ok(results)) => return Ok(results),
            Ok(Err(failed)) => failed,
            Err(_panic) => Failure::defect("the rules of the ledger panicked").into(),
        };
        match &failed {
            BatchFailure::Failed(failure)
                if failure.commit_outcome() == CommitOutcome::RolledBack && runs < ATTEMPTS =>
            {
                tracing::info!(runs, operations = pending_operations.len(), %failure, "a commit batch met a conflict and is run again");
            }
            BatchFailure::Failed(_) | BatchFailure::NotStarted(_) | BatchFailure::KeyInUse => {
                return Err(failed);
            }
        }
        pause(runs, &app.random).await?;
        runs += 1;
    }
}
