//! Polls the list of ended grants from startup until the service stops.

use std::sync::Arc;

use foundation::Failure;
use futures_util::future::{BoxFuture, FutureExt};
use tokio::sync::Mutex;

use super::poll::once;
use crate::app::App;
use crate::idp::GrantCursor;
use crate::polling::{self, FirstPoll, PollState};

/// State of polling the list of ended grants.
#[derive(Debug)]
pub(crate) struct GrantPolling {
    poll_state: Arc<PollState>,
    /// The last grant that was read. The poll holds the lock while it reads the list.
    cursor: Mutex<Option<GrantCursor>>,
}

impl GrantPolling {
    /// Creates the state before the first poll.
    pub(crate) fn new() -> Self {
        let poll_state =
            PollState::new("following ended grants", "ended_grants", FirstPoll::AtOnce);
        Self {
            poll_state: Arc::new(poll_state),
            cursor: Mutex::new(None),
        }
    }

    pub(super) fn cursor(&self) -> &Mutex<Option<GrantCursor>> {
        &self.cursor
    }

    /// Fails if the last poll failed, or the list was not read yet.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.poll_state.check()
    }
}

/// Returns the state for `/health/ready`; a failure if the last poll failed, or none has ended.
pub(crate) fn health_word(app: &App) -> Result<&'static str, Failure> {
    app.grant_polling.check().map(|()| "ready")
}

/// Starts polling.
pub(crate) fn start(app: &Arc<App>) {
    polling::start(app, &app.grant_polling.poll_state, ask);
}

fn ask(app: &App) -> BoxFuture<'_, Result<(), Failure>> {
    async move { once(app).await.map(|_read| ()) }.boxed()
}
