//! Opening a device: a user types its code, which then belongs to the user's session (attack B22).

use foundation::{Connection, Failure};

use super::device::Device;
use super::store;
use super::user_code::UserCode;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{self, Limit, LimitOutcome};
use crate::session::sessions::CurrentSession;

/// Result of an attempt.
#[derive(Debug)]
pub(super) enum OpenOutcome {
    /// A device waits for this session's decision.
    Device(Device),
    /// No device waits under this code, or another session opened it first; the response does not say which.
    Unknown,
    /// There were too many wrong codes recently, and this one was not checked.
    TooMany,
}

/// Opens a device for a session; one statement decides which session is the first and keeps it. The attempt is counted
/// before the check, and subtracted if it was right.
pub(super) async fn open(
    app: &App,
    session: &CurrentSession,
    network: Network,
    code: &UserCode,
) -> Result<OpenOutcome, Failure> {
    let user_id = session.user_id.as_str();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome = if count_attempt(app, &mut db, user_id, network).await? {
        let code = code.mac(app)?;
        match store::open(&mut db, &code, &session.sid, app.clock.now()).await? {
            Some(device) => {
                let (of_user, of_network) = (Limit::DeviceTriesOfUser, Limit::DeviceTriesOfNetwork);
                limits::give_back(app, &mut db, of_user, user_id).await?;
                limits::give_back_of_network(app, &mut db, of_network, network).await?;
                OpenOutcome::Device(device)
            }
            None => OpenOutcome::Unknown,
        }
    } else {
        OpenOutcome::TooMany
    };
    transaction.commit().await?;
    Ok(outcome)
}

async fn count_attempt(
    app: &App,
    db: &mut Connection<'_>,
    user_id: &str,
    network: Network,
) -> Result<bool, Failure> {
    let of_user = limits::take(app, db, Limit::DeviceTriesOfUser, user_id).await?;
    if of_user != LimitOutcome::Allowed {
        return Ok(false);
    }
    let of_network = Limit::DeviceTriesOfNetwork;
    let of_network = limits::take_of_network(app, db, of_network, network).await?;
    Ok(of_network == LimitOutcome::Allowed)
}
