//! Asks the idp what became of users beside the requests until the service stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use foundation::Failure;
use futures_util::future::{BoxFuture, FutureExt};

use super::poll::once;
use crate::app::App;
use crate::following::{self, First, Follower};

/// Whether it is being followed what becomes of users; health tells of it, and nothing else depends on it.
#[derive(Debug)]
pub(crate) struct Polling {
    follower: Arc<Follower>,
    /// Whether the idp listed no users when merges were to be undone.
    is_idp_empty: AtomicBool,
    /// The sequence up to which merges were looked at for what came since.
    looked_to: AtomicI64,
}

impl Polling {
    /// Nothing was asked yet.
    pub(crate) fn new() -> Self {
        let doing = "following what becomes of users";
        let follower = Follower::new(doing, "user_changes", First::AfterPause);
        Self {
            follower: Arc::new(follower),
            is_idp_empty: AtomicBool::new(false),
            looked_to: AtomicI64::new(0),
        }
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
        self.follower.check()
    }
}

/// Starts asking.
pub(crate) fn start(app: &Arc<App>) {
    following::start(app, &app.polling.follower, ask);
}

fn ask(app: &App) -> BoxFuture<'_, Result<(), Failure>> {
    async move { once(app).await.map(|_applied| ()) }.boxed()
}
