//! What an owner of websites has to see to: read from how things stand, so that a notice goes away with its reason.

use foundation::{Failure, Timestamp};

use super::store::notices;
use crate::app::App;
use crate::caller::Mode;

/// An endpoint of one of the owner's websites that we have disabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// The endpoint.
    pub(super) endpoint_id: String,
    /// Its website …
    pub(super) website_id: String,
    /// … and the name that people see.
    pub(super) website_name: String,
    /// Whose events it heard.
    pub(super) mode: Mode,
    /// Where it is.
    pub(super) url: String,
    /// Why we tell it nothing …
    pub(super) reason: String,
    /// … and since when; none for one that was disabled before we wrote that down.
    pub(super) since: Option<Timestamp>,
}

/// What a user has to see to, the newest first, at most a hundred.
pub(super) async fn of_owner(app: &App, user_id: &str) -> Result<Vec<Notice>, Failure> {
    let mut reader = app.database.reader().await?;
    notices::of_owner(&mut reader.connection(), user_id).await
}
