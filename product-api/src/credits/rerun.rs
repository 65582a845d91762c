//! Running a wave anew: a transaction that the database undid because it met another is tried again, a few times.

use std::time::Duration;

use foundation::{Failure, Random};

/// How often a wave is run in all before its callers are told that the account is busy.
pub(super) const ATTEMPTS: u32 = 3;
/// The shortest wait before the second run; twice that before the third.
const SHORTEST_WAIT: Duration = Duration::from_millis(5);

/// Waits for the next run. Two that met would meet again if both waited for the same time.
pub(super) async fn pause(runs: u32, random: &Random) -> Result<(), Failure> {
    let [jitter] = random.bytes::<1>()?;
    tokio::time::sleep(SHORTEST_WAIT * runs + Duration::from_micros(u64::from(jitter) * 100)).await;
    Ok(())
}
