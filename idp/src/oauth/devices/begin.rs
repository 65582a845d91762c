//! Start of a device authorization: the device gets its own code, and one for its user (section 3.2).

use std::time::Duration;

use foundation::{Connection, Failure};

use super::device::{LIFETIME, digest_of};
use super::store::{self, NewDevice};
use super::user_code::UserCode;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{self, Limit, LimitOutcome};
use crate::oauth::client_metadata;
use crate::protocol::clients::Client;

/// Maximum number of draws of a user code that another device has.
const MAX_ATTEMPTS: usize = 5;

/// Request of an authenticated client for one of its devices.
#[derive(Clone, Debug)]
pub(crate) struct DeviceRequest<'a> {
    /// The client.
    pub(crate) client: &'a Client,
    /// Part of the requested scope that the client may have.
    pub(crate) scope: &'a str,
    /// Resource servers of the tokens.
    pub(crate) resources: &'a [String],
    /// Network of the request.
    pub(crate) network: Network,
}

/// Result of a request.
#[derive(Clone, Debug)]
pub(crate) enum BeginOutcome {
    /// The device waits for its user.
    Waiting {
        /// Code for the device's requests; only its digest is stored.
        device_code: String,
        /// Code for the user.
        user_code: UserCode,
    },
    /// The network sent too many requests; carries the time until the next one.
    TooMany(Duration),
}

/// Stores a waiting device.
pub(crate) async fn begin(app: &App, request: DeviceRequest<'_>) -> Result<BeginOutcome, Failure> {
    let device_code = app.random.token()?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let outcome =
        limits::take_of_network(app, &mut db, Limit::DevicesOfNetwork, request.network).await?;
    if let LimitOutcome::Refused { retry_after } = outcome {
        return Ok(BeginOutcome::TooMany(retry_after));
    }
    client_metadata::store_client(
        app,
        &mut db,
        request.client,
        client_metadata::StorageReason::PendingRequest,
    )
    .await?;
    let user_code = insert(app, &mut db, &request, &device_code).await?;
    transaction.commit().await?;
    Ok(BeginOutcome::Waiting {
        device_code,
        user_code,
    })
}

async fn insert(
    app: &App,
    db: &mut Connection<'_>,
    request: &DeviceRequest<'_>,
    device_code: &str,
) -> Result<UserCode, Failure> {
    let now = app.clock.now();
    for _ in 0..MAX_ATTEMPTS {
        let user_code = UserCode::draw(&app.random)?;
        let new = NewDevice {
            digest: digest_of(device_code),
            user_code: user_code.mac(app)?,
            client_id: &request.client.id,
            scope: request.scope,
            resources: request.resources.join(" "),
            network: request.network.to_string(),
            created_at: now,
            expires_at: now.plus(LIFETIME),
        };
        if store::insert(db, &new).await? {
            return Ok(user_code);
        }
    }
    Err(Failure::defect("every generated code is in use"))
}
