//! The pause after a turn: waits for deferred work of a server and its databases, which counts as that turn's.

use std::time::Duration;

use crate::load::now;
use crate::rounds::Target;
use crate::services::{Processor, TICK};

/// Interval of the checks.
const LOOK: Duration = Duration::from_millis(100);
/// Maximum wait.
const LONGEST: Duration = Duration::from_secs(30);

/// Returns when the server and its databases have used almost no CPU for the time that the target sets.
pub(crate) async fn come_to_rest(target: &Target) {
    let began = now();
    let (mut seen, mut still_since) = (Processor::of(target), began);
    while still_since.elapsed() < target.rests_after {
        if began.elapsed() > LONGEST {
            println!("{} does not come to rest", target.scenario.name);
            return;
        }
        tokio::time::sleep(LOOK).await;
        let used = Processor::of(target);
        // A single tick may have begun long before.
        if used.all() - seen.all() > 1.5 * TICK {
            still_since = now();
        }
        seen = used;
    }
}
