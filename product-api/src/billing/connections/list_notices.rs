//! Connections that need their owner: read from the current state, so that they disappear with their cause.

use foundation::Failure;

use super::connection_state::ConnectionState;
use super::store::notices;
use crate::app::App;
use crate::caller::Mode;

/// A connection of a website that does not work, or only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionNotice {
    /// The connection.
    pub(crate) connection_id: String,
    /// The state.
    pub(crate) state: ConnectionState,
    /// The reason of the state, as the table has it.
    pub(crate) reason: String,
    /// A website that sells through it.
    pub(crate) website_id: String,
    /// The website's name.
    pub(crate) website_name: String,
    /// The mode.
    pub(crate) mode: Mode,
}

/// Returns the connections of a user that need the user, at most a hundred: once for each website.
pub(crate) async fn list_connection_notices(
    app: &App,
    user_id: &str,
) -> Result<Vec<ConnectionNotice>, Failure> {
    let mut reader = app.database.reader().await?;
    notices::for_owner(&mut reader.connection(), user_id).await
}
