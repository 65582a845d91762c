//! Signing out: the session ends, and with it what hangs on it.

use foundation::Failure;

use crate::app::App;
use crate::network::Network;
use crate::sessions;

/// Ends the session with an id; there need not be one.
pub(super) async fn sign_out(app: &App, id: &str, network: Network) -> Result<(), Failure> {
    if let Some(sid) = sessions::end(app, id, Some(network)).await? {
        tracing::info!(sid, "signed out");
    }
    Ok(())
}
