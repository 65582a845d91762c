//! Follows the list of ended grants until the service stops, from its start on.

use std::sync::Arc;

use foundation::Failure;
use futures_util::future::{BoxFuture, FutureExt};
use tokio::sync::Mutex;

use super::poll::once;
use crate::app::App;
use crate::following::{self, First, Follower};
use crate::idp::GrantCursor;

/// The state of following the list of ended grants.
#[derive(Debug)]
pub(crate) struct FollowedGrants {
    follower: Arc<Follower>,
    /// The last grant that was read. It is held while the list is read.
    cursor: Mutex<Option<GrantCursor>>,
}

impl FollowedGrants {
    /// Nothing was read yet.
    pub(crate) fn new() -> Self {
        let follower = Follower::new("following ended grants", "ended_grants", First::AtOnce);
        Self {
            follower: Arc::new(follower),
            cursor: Mutex::new(None),
        }
    }

    pub(super) fn cursor(&self) -> &Mutex<Option<GrantCursor>> {
        &self.cursor
    }

    /// Fails while the last question failed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.follower.check()
    }
}

/// Returns the word for `/health/ready`; a failure while the last question failed.
pub(crate) fn in_a_word(app: &App) -> Result<&'static str, Failure> {
    app.followed_grants.check().map(|()| "ready")
}

/// Starts following.
pub(crate) fn start(app: &Arc<App>) {
    following::start(app, &app.followed_grants.follower, ask);
}

fn ask(app: &App) -> BoxFuture<'_, Result<(), Failure>> {
    async move { once(app).await.map(|_read| ()) }.boxed()
}
