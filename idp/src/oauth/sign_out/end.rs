//! End of the browser's session, with its grants.

use foundation::Failure;

use crate::app::App;
use crate::http::network::Network;
use crate::session::sessions;

/// Ends the session with this id.
pub(super) async fn end(app: &App, session_id: &str, network: Network) -> Result<(), Failure> {
    sessions::end(app, session_id, Some(network))
        .await
        .map(|_sid| ())
}
