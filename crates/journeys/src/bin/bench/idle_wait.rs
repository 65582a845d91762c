//! The pause after a turn: waits for deferred work of a server and its databases, which counts as that turn's.

use std::time::Duration;

use crate::load::now;
use crate::services::{CpuTime, TICK};
use crate::target::Target;

/// Interval of the checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum wait.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Returns when the server and its databases have used almost no CPU for the time that the target sets.
pub(crate) async fn wait_until_idle(target: &Target) {
    let began = now();
    let (mut seen, mut still_since) = (CpuTime::read(target.process, &target.services), began);
    while still_since.elapsed() < target.rests_after {
        if began.elapsed() > MAX_WAIT {
            println!("{} does not come to rest", target.scenario.name);
            return;
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
        let used = CpuTime::read(target.process, &target.services);
        // A single tick may have begun long before.
        if used.all() - seen.all() > 1.5 * TICK {
            still_since = now();
        }
        seen = used;
    }
}
