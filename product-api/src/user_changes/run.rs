//! Asks the idp what became of users beside the requests until the service stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use foundation::Failure;
use foundation::background::caught;
use foundation::telemetry::note_success;

use super::poll::once;
use crate::app::App;

/// The longest pause after failures.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Whether it is being followed what becomes of users; health tells of it, and nothing else depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polling {
    is_behind: Arc<AtomicBool>,
    /// Whether the idp listed no users when merges were to be undone.
    is_idp_empty: Arc<AtomicBool>,
    /// The sequence up to which merges were looked at for what came since.
    looked_to: Arc<AtomicI64>,
}

impl Polling {
    fn note(&self, is_behind: bool) {
        self.is_behind.store(is_behind, Ordering::Relaxed);
    }

    /// How far merges were looked at for what came since.
    pub(super) fn looked_to(&self) -> i64 {
        self.looked_to.load(Ordering::Relaxed)
    }

    /// Goes on from a sequence the next time.
    pub(super) fn look_on(&self, sequence: i64) {
        self.looked_to.store(sequence, Ordering::Relaxed);
    }

    /// Notes whether the idp lists no users; returns what was noted before.
    pub(super) fn note_empty(&self, is_idp_empty: bool) -> bool {
        self.is_idp_empty.swap(is_idp_empty, Ordering::Relaxed)
    }

    /// Returns true while merges are not undone because the idp lists no users.
    pub(crate) fn is_idp_empty(&self) -> bool {
        self.is_idp_empty.load(Ordering::Relaxed)
    }

    /// A failure while the last attempt was one.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_behind.load(Ordering::Relaxed) {
            let cause = "the last attempt failed; the log says why";
            return Err(Failure::unavailable(
                "following what becomes of users",
                cause,
            ));
        }
        Ok(())
    }
}

/// How long to wait after so many failures in a row.
fn pause(usual: Duration, failures: u32) -> Duration {
    let longest = LONGEST_PAUSE.max(usual);
    usual.saturating_mul(1 << failures.min(10)).min(longest)
}

/// Starts asking.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let usual = Duration::from_secs(u64::from(app.config.issuer.user_changes_seconds));
    let app = Arc::downgrade(app);
    background.start("following what becomes of users", async move {
        let mut failures = 0;
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause(usual, failures)) => {}
            }
            let Some(app) = app.upgrade() else { return };
            failures = ask(&app, failures).await;
        }
    });
}

/// Asks once; how many times it has now failed in a row.
async fn ask(app: &App, failures: u32) -> u32 {
    let outcome = caught("following what becomes of users", once(app)).await;
    app.polling.note(outcome.is_err());
    match outcome {
        Ok(_applied) => {
            note_success("product-api", "user_changes", app.clock.now());
            0
        }
        Err(failure) => {
            // Once when it begins; whoever looks at health sees how long it lasts.
            if failures == 0 {
                tracing::warn!(%failure, "what becomes of users cannot be followed for now");
            }
            failures.saturating_add(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_no_further() {
        let seconds = |failures| pause(Duration::from_secs(5), failures).as_secs();
        let told: Vec<u64> = [0, 1, 2, 3, 4, 5, 100].map(seconds).to_vec();
        assert_eq!(told, [5, 10, 20, 40, 60, 60, 60]);
        assert_eq!(pause(Duration::from_hours(1), 3), Duration::from_hours(1));
    }
}
