//! Disabled endpoints of an owner's websites: read from the current state, so that they disappear with their cause.

use foundation::{Failure, Timestamp};

use super::store::disabled_endpoints;
use crate::app::App;
use crate::caller::Mode;

/// A disabled endpoint of one of the owner's websites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DisabledEndpoint {
    /// The endpoint.
    pub(crate) endpoint_id: String,
    /// Its website.
    pub(crate) website_id: String,
    /// The website's name.
    pub(crate) website_name: String,
    /// The mode of its events.
    pub(crate) mode: Mode,
    /// Its URL.
    pub(crate) url: String,
    /// The reason why it was disabled.
    pub(crate) reason: String,
    /// The time at which it was disabled; `None` if an older version disabled it without recording the time.
    pub(crate) since: Option<Timestamp>,
}

/// Returns the disabled endpoints of a user's websites, newest first, at most a hundred.
pub(crate) async fn list_disabled_endpoints(
    app: &App,
    user_id: &str,
) -> Result<Vec<DisabledEndpoint>, Failure> {
    let mut reader = app.database.reader().await?;
    disabled_endpoints::for_owner(&mut reader.connection(), user_id).await
}
