//! Waiting devices in the database.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

use super::device::{Device, DeviceState, FIRST_INTERVAL};

const INSERT: &str = "INSERT INTO device_codes (digest, user_code, client_id, scope, resources, network, state, \
    interval_seconds, next_poll_at, is_early, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, FALSE, $8, $9) ON CONFLICT (user_code) DO NOTHING";
const OPEN: &str = "UPDATE device_codes SET sid = $2 WHERE user_code = $1 AND (sid IS NULL OR sid = $2) \
    AND state = 'waiting' AND expires_at > $3 RETURNING client_id, scope, resources, network, created_at";
const DECIDE: &str = "UPDATE device_codes SET state = $3, grant_id = $4 WHERE user_code = $1 AND sid = $2 \
    AND state = 'waiting' AND expires_at > $5 RETURNING client_id, scope, resources, network, created_at";
const FIND_STATE: &str =
    "SELECT state FROM device_codes WHERE user_code = $1 AND sid = $2 AND expires_at > $3";
const POLL: &str = "UPDATE device_codes SET \
    state = CASE WHEN state = 'allowed' THEN 'used' ELSE state END, \
    is_early = (next_poll_at > $3), \
    interval_seconds = interval_seconds + CASE WHEN next_poll_at > $3 THEN $4 ELSE 0 END, \
    next_poll_at = $3 + 1000000 * (interval_seconds + CASE WHEN next_poll_at > $3 THEN $4 ELSE 0 END) \
    WHERE digest = $1 AND client_id = $2 AND state IN ('waiting', 'allowed') AND expires_at > $3 \
    RETURNING grant_id, is_early";
const FIND: &str = "SELECT state, grant_id FROM device_codes WHERE digest = $1 AND client_id = $2";

/// Expired devices.
pub(crate) const EXPIRED: ExpiredRows = expired!("device_codes", key "digest", at "expires_at");

/// A new device; it may poll at once, and then at intervals.
#[derive(Clone, Debug)]
pub(super) struct NewDevice<'a> {
    pub(super) digest: String,
    pub(super) user_code: String,
    pub(super) client_id: &'a str,
    pub(super) scope: &'a str,
    pub(super) resources: String,
    pub(super) network: String,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

/// A user's decision on a device.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeviceDecision<'a> {
    pub(super) state: DeviceState,
    /// Grant of the device's tokens.
    pub(super) grant_id: Option<&'a str>,
}

/// Result of a poll by a live device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PollRow {
    /// The grant, for the only poll that gets it.
    pub(super) grant_id: Option<String>,
    /// True if the poll came too early.
    pub(super) is_early: bool,
}

/// A device that no poll can use any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FinishedDevice {
    pub(super) state: DeviceState,
    pub(super) grant_id: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    client_id: String,
    scope: String,
    resources: String,
    network: String,
    created_at: i64,
}

impl From<Row> for Device {
    fn from(row: Row) -> Self {
        Self {
            client_id: row.client_id,
            scope: row.scope,
            resources: row.resources,
            network: row.network,
            created_at: Timestamp::from_micros(row.created_at),
        }
    }
}

/// Adds a device; returns false if another one has the user code.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    device: &NewDevice<'_>,
) -> Result<bool, Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&device.digest)
            .bind(&device.user_code)
            .bind(device.client_id)
            .bind(device.scope)
            .bind(&device.resources)
            .bind(&device.network)
            .bind(i64::from(FIRST_INTERVAL))
            .bind(device.created_at.micros())
            .bind(device.expires_at.micros())
            .execute(c)
            .await
            .map(|done| done.rows_affected() == 1)
    })
    .failed("adding a device")
}

/// Assigns a waiting device to a session, unless another session has it; `None` if there is none.
pub(super) async fn open(
    db: &mut Connection<'_>,
    user_code: &str,
    sid: &str,
    now: Timestamp,
) -> Result<Option<Device>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(OPEN)
            .bind(user_code)
            .bind(sid)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("opening a device")?;
    Ok(row.map(Device::from))
}

/// Stores a decision on a waiting device of a session; `None` if no device waits.
pub(super) async fn decide(
    db: &mut Connection<'_>,
    user_code: &str,
    sid: &str,
    decision: &DeviceDecision<'_>,
    now: Timestamp,
) -> Result<Option<Device>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(DECIDE)
            .bind(user_code)
            .bind(sid)
            .bind(decision.state.name())
            .bind(decision.grant_id)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("storing the decision on a device")?;
    Ok(row.map(Device::from))
}

/// Returns the state of the device that a session opened.
pub(super) async fn find_state(
    db: &mut Connection<'_>,
    user_code: &str,
    sid: &str,
    now: Timestamp,
) -> Result<Option<DeviceState>, Failure> {
    let state: Option<String> = on_engine!(db, |c| {
        sqlx::query_scalar(FIND_STATE)
            .bind(user_code)
            .bind(sid)
            .bind(now.micros())
            .fetch_optional(c)
            .await
    })
    .failed("reading the state of a device")?;
    Ok(state.as_deref().and_then(DeviceState::from_name))
}

/// Polls a client's device. An allowed one is used up; a waiting one reports its state, and has to wait longer after an
/// early poll. Returns `None` for any other.
pub(super) async fn poll(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
    now: Timestamp,
) -> Result<Option<PollRow>, Failure> {
    let row: Option<(Option<String>, bool)> = on_engine!(db, |c| {
        sqlx::query_as(POLL)
            .bind(digest)
            .bind(client_id)
            .bind(now.micros())
            .bind(i64::from(FIRST_INTERVAL))
            .fetch_optional(c)
            .await
    })
    .failed("reading a device for its token request")?;
    Ok(row.map(|(grant_id, is_early)| PollRow { grant_id, is_early }))
}

/// Finds a client's device in any state.
pub(super) async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Result<Option<FinishedDevice>, Failure> {
    let row: Option<(String, Option<String>)> = on_engine!(db, |c| {
        sqlx::query_as(FIND)
            .bind(digest)
            .bind(client_id)
            .fetch_optional(c)
            .await
    })
    .failed("reading a device")?;
    row.map(|(state, grant_id)| {
        let state = DeviceState::from_name(&state)
            .ok_or_else(|| Failure::defect("a device has an unknown state"))?;
        Ok(FinishedDevice { state, grant_id })
    })
    .transpose()
}
