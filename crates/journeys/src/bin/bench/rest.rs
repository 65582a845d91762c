//! The rest after a turn: what a server and its databases do later is waited for, and counts as that turn's.

use std::time::Duration;

use crate::load::now;
use crate::rounds::Target;
use crate::services::{Processor, TICK};

/// How often it is looked.
const LOOK: Duration = Duration::from_millis(100);
/// Whoever works longer is not waited for.
const LONGEST: Duration = Duration::from_secs(30);

/// Comes back when the server and its databases have done next to nothing for as long as the target says.
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
        // One tick may be one that had begun long before.
        if used.all() - seen.all() > 1.5 * TICK {
            still_since = now();
        }
        seen = used;
    }
}
