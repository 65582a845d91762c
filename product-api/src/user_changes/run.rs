//! Polls the idp for user changes in the background until the service stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use foundation::Failure;
use futures_util::future::{BoxFuture, FutureExt};

use super::poll::once;
use crate::app::App;
use crate::polling::{self, FirstPoll, PollState};

/// State of polling user changes. Health reports it, and nothing else depends on it.
#[derive(Debug)]
pub(crate) struct UserChangePolling {
    poll_state: Arc<PollState>,
    /// True if the idp listed no users when merges were to be undone.
    is_idp_empty: AtomicBool,
    /// Sequence up to which merges were checked for data that was added later.
    checked_to: AtomicI64,
}

impl UserChangePolling {
    /// Creates the state before the first poll.
    pub(crate) fn new() -> Self {
        let doing = "following what becomes of users";
        let poll_state = PollState::new(doing, "user_changes", FirstPoll::AfterPause);
        Self {
            poll_state: Arc::new(poll_state),
            is_idp_empty: AtomicBool::new(false),
            checked_to: AtomicI64::new(0),
        }
    }

    /// Returns the sequence up to which merges were checked for data that was added later.
    pub(super) fn checked_to(&self) -> i64 {
        self.checked_to.load(Ordering::Relaxed)
    }

    /// Sets the sequence after which the next check continues.
    pub(super) fn continue_after(&self, sequence: i64) {
        self.checked_to.store(sequence, Ordering::Relaxed);
    }

    /// Records whether the idp lists no users, and returns the previous value.
    pub(super) fn note_empty(&self, is_idp_empty: bool) -> bool {
        self.is_idp_empty.swap(is_idp_empty, Ordering::Relaxed)
    }

    /// Returns true while merges are not undone because the idp lists no users.
    pub(crate) fn is_idp_empty(&self) -> bool {
        self.is_idp_empty.load(Ordering::Relaxed)
    }

    /// Fails if the last poll failed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.poll_state.check()
    }
}

/// Starts polling.
pub(crate) fn start(app: &Arc<App>) {
    polling::start(app, &app.polling.poll_state, ask);
}

fn ask(app: &App) -> BoxFuture<'_, Result<(), Failure>> {
    async move { once(app).await.map(|_applied| ()) }.boxed()
}
