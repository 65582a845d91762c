//! Polling: a device asks if the user allowed it (sections 3.4 and 3.5).

use foundation::{Connection, Failure};

use super::device::{DeviceState, digest_of};
use super::store::{self, PollRow};
use crate::app::App;
use crate::http::network::Network;
use crate::protocol::grants::{self, Revocation, RevocationReason};

/// Response to a polling device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PollOutcome {
    /// The user allowed it; the caller has this grant, and no other request will get it.
    Allowed {
        /// Grant of the tokens.
        grant_id: String,
    },
    /// No user has decided.
    Pending,
    /// No user has decided, and the device polls too often: its interval grows by five seconds.
    TooFast,
    /// The user denied it.
    Denied,
    /// The code has expired.
    Expired,
    /// No device of this client waits under this code, or it has its tokens.
    Unknown,
}

/// Polls in the caller's transaction. One statement decides which request gets the tokens. A later use of the code ends
/// the grant, as with any code that is used twice (RFC 6749 section 4.1.2): one of the two senders is not the device.
pub(crate) async fn poll(
    app: &App,
    db: &mut Connection<'_>,
    client_id: &str,
    network: Network,
    device_code: &str,
) -> Result<PollOutcome, Failure> {
    let (digest, now) = (digest_of(device_code), app.clock.now());
    match store::poll(db, &digest, client_id, now).await? {
        Some(PollRow {
            grant_id: Some(grant_id),
            ..
        }) => return Ok(PollOutcome::Allowed { grant_id }),
        Some(PollRow { is_early: true, .. }) => return Ok(PollOutcome::TooFast),
        Some(_) => return Ok(PollOutcome::Pending),
        None => {}
    }
    let Some(finished) = store::find(db, &digest, client_id).await? else {
        return Ok(PollOutcome::Unknown);
    };
    match (finished.state, finished.grant_id) {
        (DeviceState::Denied, _) => Ok(PollOutcome::Denied),
        (DeviceState::Used, Some(grant_id)) => {
            let revocation = Revocation {
                grant_id: &grant_id,
                client_id,
                why: RevocationReason::DeviceCodeReused,
                network,
            };
            grants::revoke(app, db, revocation).await?;
            Ok(PollOutcome::Unknown)
        }
        (DeviceState::Used, None) => Ok(PollOutcome::Unknown),
        (DeviceState::Waiting | DeviceState::Allowed, _) => Ok(PollOutcome::Expired),
    }
}
