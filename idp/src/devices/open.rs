//! A person types a device's code: it belongs to their session from then on (attack B22).

use foundation::{Connection, Failure};

use super::device::Device;
use super::store;
use super::user_code::UserCode;
use crate::app::App;
use crate::limits::{self, Limit, Verdict};
use crate::network::Network;
use crate::sessions::Current;

/// What came of it.
#[derive(Debug)]
pub(super) enum Opened {
    /// A device waits for this session's answer.
    Device(Device),
    /// No device waits under this code, or another session opened it first. Nobody learns which.
    Unknown,
    /// There were too many wrong codes of late, and this one was not looked at.
    TooMany,
}

/// Opens a device for a session; the first session that does keeps it, decided by one statement. A try is counted
/// before it is looked at, and given back when it was right.
pub(super) async fn open(
    app: &App,
    session: &Current,
    network: Network,
    code: &UserCode,
) -> Result<Opened, Failure> {
    let tries = [
        (Limit::DeviceTriesOfUser, session.user_id.clone()),
        (Limit::DeviceTriesOfNetwork, network.to_string()),
    ];
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let opened = if take(app, &mut db, &tries).await? {
        let code = code.mac(app)?;
        match store::open(&mut db, &code, &session.sid, app.clock.now()).await? {
            Some(device) => {
                for (limit, key) in &tries {
                    limits::give_back(app, &mut db, *limit, key).await?;
                }
                Opened::Device(device)
            }
            None => Opened::Unknown,
        }
    } else {
        Opened::TooMany
    };
    transaction.commit().await?;
    Ok(opened)
}

async fn take(
    app: &App,
    db: &mut Connection<'_>,
    tries: &[(Limit, String)],
) -> Result<bool, Failure> {
    for (limit, key) in tries {
        if limits::take(app, db, *limit, key).await? != Verdict::Allowed {
            return Ok(false);
        }
    }
    Ok(true)
}
