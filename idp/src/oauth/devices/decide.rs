//! The user's decision: the session that opened a device allows or denies it, once.

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::device::{Device, DeviceState};
use super::store;
use super::user_code::UserCode;
use crate::app::App;
use crate::http::network::Network;
use crate::oauth::authorize::{Acr, registered_methods};
use crate::oauth::client_metadata::{self, StorageReason};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{Client, GrantType, Scope};
use crate::protocol::grants::{self, Grant};
use crate::protocol::resources;
use crate::session::backchannel;
use crate::session::sessions::{self, CurrentSession};

/// Result of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecisionOutcome {
    /// The device gets tokens with its next request.
    Allowed,
    /// The device gets a refusal.
    Denied,
    /// The device was decided on before, has expired, or this session did not open it.
    NotWaiting,
    /// The session has ended.
    SignedOut,
}

/// Stores a decision on a device. Locks the session until the commit, so that a concurrent sign-out either comes first
/// or ends the grant.
pub(super) async fn decide(
    app: &App,
    session: &CurrentSession,
    code: &UserCode,
    is_allowed: bool,
    network: Network,
) -> Result<DecisionOutcome, Failure> {
    let now = app.clock.now();
    let grant_id = id::new("grn", &app.clock, &app.random)?;
    let decision = store::DeviceDecision {
        state: if is_allowed {
            DeviceState::Allowed
        } else {
            DeviceState::Denied
        },
        grant_id: is_allowed.then_some(grant_id.as_str()),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !app.sessions.lock(&mut db, session, now).await? {
        return Ok(DecisionOutcome::SignedOut);
    }
    let code = code.mac(app)?;
    let Some(device) = store::decide(&mut db, &code, &session.sid, &decision, now).await? else {
        let state = store::find_state(&mut db, &code, &session.sid, now).await?;
        return Ok(earlier_decision(state, is_allowed));
    };
    if is_allowed {
        let Some(client) = app.clients.find_in(&mut db, &device.client_id).await? else {
            return Ok(DecisionOutcome::NotWaiting);
        };
        if !client.may_use(GrantType::DeviceCode) {
            return Ok(DecisionOutcome::NotWaiting);
        }
        client_metadata::store_client(app, &mut db, &client, StorageReason::Consent).await?;
        let named = device.resources();
        let named = resources::find_requested_in(app, &mut db, &client, &named).await?;
        let allowed = named.and_then(|named| {
            let scope = named.requested_scope(&client, Some(&device.scope)).ok()?;
            Some((scope, named.addresses))
        });
        let Some((scope, resources)) = allowed else {
            return Ok(DecisionOutcome::NotWaiting);
        };
        let grant = grant(&grant_id, &client, session, &scope, resources);
        let sweep_at = grant.sweep_at(now, client.has_refresh_tokens(grant.is_offline));
        grants::store::insert(&mut db, &grant, now, sweep_at).await?;
        backchannel::record_client_session(app, &mut db, &client, &grant).await?;
    }
    let user_decision = UserDecision {
        user_id: &session.user_id,
        is_allowed,
        network,
    };
    record_decision(app, &mut db, &device, user_decision).await?;
    transaction.commit().await?;
    if !is_allowed {
        return Ok(DecisionOutcome::Denied);
    }
    if sessions::exists_after_commit(app, session, &grant_id).await? {
        return Ok(DecisionOutcome::Allowed);
    }
    Ok(DecisionOutcome::SignedOut)
}

/// Returns the result for a device that was decided on before: the same session may send the same decision again.
fn earlier_decision(state: Option<DeviceState>, is_allowed: bool) -> DecisionOutcome {
    match state {
        Some(DeviceState::Allowed | DeviceState::Used) if is_allowed => DecisionOutcome::Allowed,
        Some(DeviceState::Denied) if !is_allowed => DecisionOutcome::Denied,
        Some(
            DeviceState::Waiting | DeviceState::Allowed | DeviceState::Denied | DeviceState::Used,
        )
        | None => DecisionOutcome::NotWaiting,
    }
}

/// Returns the grant of a device, with the scope that its client may still have and its resources. Without
/// `offline_access` it ends with the session of the browser that allowed it.
fn grant(
    id: &str,
    client: &Client,
    session: &CurrentSession,
    scope: &Scope,
    resources: Vec<String>,
) -> Grant {
    let is_offline = scope.contains("offline_access");
    Grant {
        id: id.to_owned(),
        user_id: session.user_id.clone(),
        client_id: client.id.clone(),
        sid: session.sid.clone(),
        scope: scope.to_string(),
        is_offline,
        auth_time: session.proven_at().unwrap_or(Grant::TIME_UNKNOWN),
        expires_at: (!is_offline).then_some(session.expires_at),
        claims: None,
        acr: Some(Acr::from_amr(&session.amr).name().to_owned()),
        amr: registered_methods(&session.amr),
        dpop_jkt: None,
        resources,
    }
}

/// Decision of a user, as the audit log records it.
#[derive(Clone, Copy, Debug)]
struct UserDecision<'a> {
    user_id: &'a str,
    is_allowed: bool,
    network: Network,
}

async fn record_decision(
    app: &App,
    db: &mut Connection<'_>,
    device: &Device,
    decision: UserDecision<'_>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: decision.user_id,
        action: if decision.is_allowed {
            Action::DeviceAllowed
        } else {
            Action::DeviceDenied
        },
        subject: &device.client_id,
        network: Some(decision.network.to_string()),
        client_id: Some(&device.client_id),
        details: json!({ "scope": device.scope, "asked_from": device.network }),
    };
    audit::record(app, db, event).await
}
