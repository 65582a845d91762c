//! Retries of commit batches that the database rolled back because of a conflict with another transaction.

use std::time::Duration;

use foundation::{Failure, Random};

/// Limit of the runs of a commit batch; after the last its callers get `account-busy`.
pub(super) const ATTEMPTS: u32 = 3;
/// Shortest wait before the second run; the wait before the third is twice as long.
const MIN_WAIT: Duration = Duration::from_millis(5);

/// Waits before the next run, for a random time: two transactions that met would meet again after equal waits.
pub(super) async fn pause(runs: u32, random: &Random) -> Result<(), Failure> {
    let [jitter] = random.bytes::<1>()?;
    tokio::time::sleep(MIN_WAIT * runs + Duration::from_micros(u64::from(jitter) * 100)).await;
    Ok(())
}
