//! Signs out: ends the session and its grants.

use foundation::Failure;

use crate::app::App;
use crate::http::network::Network;
use crate::session::sessions;

/// Ends the session with an id; a missing session is no error.
pub(super) async fn sign_out(app: &App, id: &str, network: Network) -> Result<(), Failure> {
    if let Some(sid) = sessions::end(app, id, Some(network)).await? {
        tracing::info!(sid, "signed out");
    }
    Ok(())
}
