//! Polls the list of ended grants from startup until the service stops.

use std::sync::Arc;

use foundation::Failure;
use futures_util::future::{BoxFuture, FutureExt};
use tokio::sync::Mutex;

use super::poll::once;
use crate::app::App;
use crate::following::{self, FirstPoll, PollState};
use crate::idp::GrantCursor;

/// State of polling the list of ended grants.
#[derive(Debug)]
pub(crate) struct GrantPolling {
    follower: Arc<PollState>,
    /// The last grant that was read. The poll holds the lock while it reads the list.
    cursor: Mutex<Option<GrantCursor>>,
}

impl GrantPolling {
    /// Creates the state before the first poll.
    pub(crate) fn new() -> Self {
        let follower = PollState::new("following ended grants", "ended_grants", FirstPoll::AtOnce);
        Self {
            follower: Arc::new(follower),
            cursor: Mutex::new(None),
        }
    }

    pub(super) fn cursor(&self) -> &Mutex<Option<GrantCursor>> {
        &self.cursor
    }

    /// Fails if the last poll failed, or the list was not read yet.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.follower.check()
    }
}

/// Returns the state for `/health/ready`; a failure if the last poll failed, or none has ended.
pub(crate) fn in_a_word(app: &App) -> Result<&'static str, Failure> {
    app.followed_grants.check().map(|()| "ready")
}

/// Starts polling.
pub(crate) fn start(app: &Arc<App>) {
    following::start(app, &app.followed_grants.follower, ask);
}

fn ask(app: &App) -> BoxFuture<'_, Result<(), Failure>> {
    async move { once(app).await.map(|_read| ()) }.boxed()
}
