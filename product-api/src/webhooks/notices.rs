//! Problems that an owner of websites has to solve: read from the current state, so that they disappear with their cause.

use foundation::{Failure, Timestamp};

use super::store::notices;
use crate::app::App;
use crate::caller::Mode;

/// A disabled endpoint of one of the owner's websites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The endpoint.
    pub(super) endpoint_id: String,
    /// Its website.
    pub(super) website_id: String,
    /// The website's name.
    pub(super) website_name: String,
    /// The mode of its events.
    pub(super) mode: Mode,
    /// Its URL.
    pub(super) url: String,
    /// The reason why it was disabled.
    pub(super) reason: String,
    /// The time at which it was disabled; `None` if an older version disabled it without recording the time.
    pub(super) since: Option<Timestamp>,
}

/// Returns the problems that a user has to solve, newest first, at most a hundred.
pub(super) async fn for_owner(app: &App, user_id: &str) -> Result<Vec<Notice>, Failure> {
    let mut reader = app.database.reader().await?;
    notices::for_owner(&mut reader.connection(), user_id).await
}
