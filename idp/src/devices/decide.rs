//! The user's answer: the session that opened a device allows or denies it, once.

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::device::{Device, State};
use super::store;
use super::user_code::UserCode;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::authorize::{Acr, told_methods};
use crate::backchannel;
use crate::clients::{Client, GrantType, Scope};
use crate::documents;
use crate::grants::{self, Grant};
use crate::network::Network;
use crate::resources;
use crate::sessions::{self, CurrentSession};

/// Result of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// The device gets tokens with its next request.
    Allowed,
    /// The device gets a refusal.
    Denied,
    /// The device was answered before, has expired, or this session did not open it.
    Gone,
    /// The session has ended.
    SignedOut,
}

/// Answers a device. Locks the session until the commit, so that a concurrent sign-out either comes first or ends the
/// grant.
pub(super) async fn decide(
    app: &App,
    session: &CurrentSession,
    code: &UserCode,
    is_allowed: bool,
    network: Network,
) -> Result<Decided, Failure> {
    let now = app.clock.now();
    let grant_id = id::new("grn", &app.clock, &app.random)?;
    let answer = store::Answer {
        state: if is_allowed {
            State::Allowed
        } else {
            State::Denied
        },
        grant_id: is_allowed.then_some(grant_id.as_str()),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !app.sessions.lock(&mut db, session, now).await? {
        return Ok(Decided::SignedOut);
    }
    let code = code.mac(app)?;
    let Some(device) = store::decide(&mut db, &code, &session.sid, &answer, now).await? else {
        let state = store::state_of(&mut db, &code, &session.sid, now).await?;
        return Ok(decided_before(state, is_allowed));
    };
    if is_allowed {
        let Some(client) = app.clients.find_in(&mut db, &device.client_id).await? else {
            return Ok(Decided::Gone);
        };
        if !client.may_use(GrantType::DeviceCode) {
            return Ok(Decided::Gone);
        }
        documents::settle(app, &mut db, &client, documents::By::Person).await?;
        let named = device.resources();
        let named = resources::find_requested_in(app, &mut db, &client, &named).await?;
        let allowed = named.and_then(|named| {
            let scope = named.askable(&client, Some(&device.scope)).ok()?;
            Some((scope, named.addresses))
        });
        let Some(allowed) = allowed else {
            return Ok(Decided::Gone);
        };
        let grant = grant(&grant_id, &client, allowed, session);
        let sweep_at = grant.sweep_at(now, client.has_refresh_tokens(grant.is_offline));
        grants::store::insert(&mut db, &grant, (now, sweep_at)).await?;
        backchannel::remember(app, &mut db, &client, &grant).await?;
    }
    write_down(app, &mut db, session, &device, (is_allowed, network)).await?;
    transaction.commit().await?;
    if !is_allowed {
        return Ok(Decided::Denied);
    }
    if sessions::exists_after_commit(app, session, &grant_id).await? {
        return Ok(Decided::Allowed);
    }
    Ok(Decided::SignedOut)
}

/// Returns the result for a device that was answered before: the same session may send the same answer again.
fn decided_before(state: Option<State>, is_allowed: bool) -> Decided {
    match state {
        Some(State::Allowed | State::Used) if is_allowed => Decided::Allowed,
        Some(State::Denied) if !is_allowed => Decided::Denied,
        Some(State::Waiting | State::Allowed | State::Denied | State::Used) | None => Decided::Gone,
    }
}

/// Returns the grant of a device, with the scope that its client may still have and its resources. Without
/// `offline_access` it ends with the session of the browser that allowed it.
fn grant(
    id: &str,
    client: &Client,
    (scope, resources): (Scope, Vec<String>),
    session: &CurrentSession,
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
        acr: Some(Acr::of(&session.amr).name().to_owned()),
        amr: told_methods(&session.amr),
        dpop_jkt: None,
        resources,
    }
}

async fn write_down(
    app: &App,
    db: &mut Connection<'_>,
    session: &CurrentSession,
    device: &Device,
    (is_allowed, network): (bool, Network),
) -> Result<(), Failure> {
    let event = Event {
        actor: &session.user_id,
        action: if is_allowed {
            Action::DeviceAllowed
        } else {
            Action::DeviceDenied
        },
        subject: &device.client_id,
        network: Some(network.to_string()),
        client_id: Some(&device.client_id),
        details: json!({ "scope": device.scope, "asked_from": device.network }),
    };
    audit::record(app, db, event).await
}
