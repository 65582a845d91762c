//! Polls one list of the idp again and again, with longer pauses after failures.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foundation::Failure;
use foundation::task::{back_off, catch_panic};
use foundation::telemetry::note_success;
use futures_util::future::BoxFuture;

use crate::app::App;

/// Maximum pause after failures.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// Reads the new items of a list, and applies them.
pub(crate) type PollFunction = for<'a> fn(&'a App) -> BoxFuture<'a, Result<(), Failure>>;

/// Time of the first poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstPoll {
    /// At startup.
    AtOnce,
    /// After the usual pause.
    AfterPause,
}

/// State of polling one list. The server reports it as health, and nothing else depends on it.
#[derive(Debug)]
pub(crate) struct PollState {
    /// The work, as errors and the log name it.
    doing: &'static str,
    /// Label of the metric of the last success.
    work: &'static str,
    first: FirstPoll,
    is_behind: AtomicBool,
}

impl PollState {
    /// Creates the state before the first poll. A list that is read at startup is behind until its first poll succeeds.
    pub(crate) const fn new(doing: &'static str, work: &'static str, first: FirstPoll) -> Self {
        Self {
            doing,
            work,
            first,
            is_behind: AtomicBool::new(matches!(first, FirstPoll::AtOnce)),
        }
    }

    /// Fails if the last poll failed, or if a list that is read at startup was not read yet.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_behind.load(Ordering::Relaxed) {
            let cause = "the last attempt failed, as the log says, or the first is not done";
            return Err(Failure::unavailable(self.doing, cause));
        }
        Ok(())
    }

    fn first_pause(&self, usual: Duration) -> Duration {
        match self.first {
            FirstPoll::AtOnce => Duration::ZERO,
            FirstPoll::AfterPause => usual,
        }
    }

    /// Polls once, and returns the number of failures in a row.
    async fn ask(&self, app: &App, ask: PollFunction, failures: u32) -> u32 {
        let outcome = catch_panic(self.doing, ask(app)).await;
        self.is_behind.store(outcome.is_err(), Ordering::Relaxed);
        match outcome {
            Ok(()) => {
                note_success("product-api", self.work, app.clock.now());
                0
            }
            Err(failure) => {
                // Only the first failure is logged; health shows how long the failures last.
                if failures == 0 {
                    tracing::warn!(doing = self.doing, %failure, "the identity provider cannot be followed for now");
                }
                failures.saturating_add(1)
            }
        }
    }
}

/// Returns the pause after a number of failures in a row.
fn pause(usual: Duration, failures: u32) -> Duration {
    back_off(usual, i64::from(failures), MAX_PAUSE.max(usual))
}

/// Starts a task that polls every `API_USER_CHANGES_SECONDS`.
pub(crate) fn start(app: &Arc<App>, poll_state: &Arc<PollState>, ask: PollFunction) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let usual = Duration::from_secs(u64::from(app.config.issuer.user_changes_seconds));
    let (app, poll_state) = (Arc::downgrade(app), Arc::clone(poll_state));
    background.start(poll_state.doing, async move {
        let mut failures = 0;
        let mut wait = poll_state.first_pause(usual);
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(wait) => {}
            }
            let Some(app) = app.upgrade() else { return };
            failures = poll_state.ask(&app, ask, failures).await;
            wait = pause(usual, failures);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_no_further() {
        let seconds = |failures| pause(Duration::from_secs(5), failures).as_secs();
        let pauses: Vec<u64> = [0, 1, 2, 3, 4, 5, 100].map(seconds).to_vec();
        assert_eq!(pauses, [5, 10, 20, 40, 60, 60, 60]);
        assert_eq!(pause(Duration::from_hours(1), 3), Duration::from_hours(1));
    }

    #[test]
    fn list_is_read_at_startup_and_behind_until_then_or_after_the_pause() {
        let usual = Duration::from_secs(5);
        for (first, expected, is_behind) in [
            (FirstPoll::AtOnce, Duration::ZERO, true),
            (FirstPoll::AfterPause, usual, false),
        ] {
            let poll_state = PollState::new("following", "list", first);
            assert_eq!(poll_state.first_pause(usual), expected);
            assert_eq!(poll_state.check().is_err(), is_behind, "{first:?}");
        }
    }
}
