//! Delivery of back-channel logouts. One server at a time claims each logout; a host gets one at a time, and failed
//! ones are retried with growing pauses.

use std::sync::Arc;
use std::time::Duration;

use foundation::http::log_failure;
use foundation::task::Outbox;
use foundation::{Failure, Timestamp, id};
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::{FuturesUnordered, StreamExt};
use serde_json::json;

use super::logout::{DeliveryResult, LogoutClaims, NextAttempt, TOKEN_LIFETIME, TOKEN_TYPE};
use super::post::post_logout_token;
use super::slots::{DeliverySlots, HostDelivery};
use super::store::{self, Logout, OUTBOX};
use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{self, Client, session_for, subject_for};

/// Pause while deliveries run; a finished one causes an earlier query.
const BUSY_PAUSE: Duration = Duration::from_secs(1);
/// Maximum number of a client's logouts in one round, so that one with many logouts, or a slow one, does not delay the
/// others.
const MAX_CONSECUTIVE: usize = 20;
/// Maximum time for one host in a round.
const MAX_ROUND_TIME: Duration = Duration::from_secs(2);

/// Running deliveries; each future returns the host's name, and the client at which it stopped.
type HostDeliveries = FuturesUnordered<BoxFuture<'static, (String, Option<String>)>>;

/// Delivers in the background until the service stops, and then completes the running deliveries.
pub(crate) async fn keep_delivering(app: Arc<App>) {
    let stopping = app.background.stopping();
    let (mut slots, mut deliveries) = (DeliverySlots::default(), HostDeliveries::new());
    while !stopping.is_cancelled() {
        let outcome = query_due(&app, &mut slots).await;
        start(&app, &mut slots, &deliveries);
        let pause = outcome.unwrap_or_else(|failure| {
            log_failure(&failure);
            Outbox::MAX_PAUSE
        });
        let pause = if deliveries.is_empty() {
            pause
        } else {
            pause.max(BUSY_PAUSE)
        };
        deliver_for(&app, &mut slots, &mut deliveries, pause).await;
    }
    while deliveries.next().await.is_some() {}
}

/// Continues until the next query: logouts fell due, the pause has passed, or no host waits for a slot.
async fn deliver_for(
    app: &Arc<App>,
    slots: &mut DeliverySlots,
    deliveries: &mut HostDeliveries,
    pause: Duration,
) {
    let stopping = app.background.stopping();
    let mut pause_end = std::pin::pin!(tokio::time::sleep(pause));
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = app.logouts_due.notified() => return,
            () = &mut pause_end => return,
            Some((name, stopped_at)) = deliveries.next() => {
                slots.free(&name, stopped_at);
                if slots.has_no_waiting() {
                    return;
                }
                start(app, slots, deliveries);
            }
        }
    }
}

/// Queries the clients with due logouts; returns the time until the next query.
async fn query_due(app: &App, slots: &mut DeliverySlots) -> Result<Duration, Failure> {
    let now = app.clock.now();
    let mut reader = app.database.reader().await?;
    let (due, pause) = OUTBOX.due(&mut reader.connection(), now).await?;
    slots.set_waiting(due);
    Ok(pause)
}

/// Starts deliveries to hosts that get a slot.
fn start(app: &Arc<App>, slots: &mut DeliverySlots, deliveries: &HostDeliveries) {
    while let Some(host) = slots.next() {
        deliveries.push(deliver_to_host(Arc::clone(app), host).boxed());
    }
}

async fn deliver_to_host(app: Arc<App>, host: HostDelivery) -> (String, Option<String>) {
    let stopped_at = match deliver_to_clients(&app, host.clients).await {
        Ok(stopped_at) => stopped_at,
        Err(failure) => {
            log_failure(&failure);
            // Waits before the host is retried after a failure, and keeps its slot during that time.
            tokio::select! {
                () = app.background.stopping().cancelled_owned() => {}
                () = tokio::time::sleep(Outbox::MAX_PAUSE) => {}
            }
            None
        }
    };
    (host.name, stopped_at)
}

/// Finds a client, even an inactive one, which still learns that its sessions ended.
async fn find_client(app: &App, id: &str) -> Result<Option<Client>, Failure> {
    let mut reader = app.database.reader().await?;
    clients::store::find(&mut reader.connection(), id).await
}

/// Delivers the logouts of one host's clients one after the other. Returns the client at which the time limit was
/// reached; the next round continues after it.
async fn deliver_to_clients(app: &App, clients: Vec<String>) -> Result<Option<String>, Failure> {
    let (stopping, watch) = (app.background.stopping(), app.clock.stopwatch());
    for client_id in clients {
        let mut reader = app.database.reader().await?;
        let due =
            store::due_of_client(&mut reader.connection(), &client_id, app.clock.now()).await?;
        drop(reader);
        for id in due.iter().take(MAX_CONSECUTIVE) {
            if deliver(app, id).await? == DeliveryResult::Unavailable {
                break;
            }
            if stopping.is_cancelled() || watch.elapsed() > MAX_ROUND_TIME {
                return Ok(Some(client_id));
            }
        }
        if stopping.is_cancelled() || watch.elapsed() > MAX_ROUND_TIME {
            return Ok(Some(client_id));
        }
    }
    Ok(None)
}

/// Delivers one logout to one client; one that another server has claimed counts as delivered.
async fn deliver(app: &App, id: &str) -> Result<DeliveryResult, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let claimed: Vec<Logout> = OUTBOX.claim(&mut transaction.connection(), id, now).await?;
    transaction.commit().await?;
    let Some(logout) = claimed.into_iter().next() else {
        return Ok(DeliveryResult::Delivered);
    };
    let client = find_client(app, &logout.client_id).await?;
    let address = client
        .as_ref()
        .and_then(|client| Some((client, client.backchannel_logout_uri.as_deref()?)));
    let Some((client, address)) = address else {
        // The client has no logout URL any more.
        delete_logout(app, &logout).await?;
        return Ok(DeliveryResult::Delivered);
    };
    let result = match logout_token(app, client, &logout) {
        Ok(token) => post_logout_token(app, address, &token).await,
        Err(failure) => {
            // Retries and gives up as for an unavailable client, so that other logouts do not wait.
            log_failure(&failure);
            DeliveryResult::Unavailable
        }
    };
    let now = app.clock.now();
    match result.next(logout.attempts, now, logout.expires_at()) {
        NextAttempt::Done => {
            delete_logout(app, &logout).await?;
            metrics::counter!("idp_logouts_total", "outcome" => "told").increment(1);
        }
        NextAttempt::GiveUp => give_up(app, &logout, result).await?,
        NextAttempt::Again(at) => postpone(app, &logout, result, at).await?,
    }
    Ok(result)
}

fn logout_token(app: &App, client: &Client, logout: &Logout) -> Result<String, Failure> {
    let now = app.clock.now();
    let subject = subject_for(app, client, &logout.user_id)?;
    let claims = LogoutClaims {
        iss: &app.config.base.issuer,
        sub: &subject,
        aud: &client.id,
        iat: now.seconds(),
        exp: now.plus(TOKEN_LIFETIME).seconds(),
        jti: id::new("lgt", &app.clock, &app.random)?,
        sid: &session_for(app, client, &logout.sid)?,
        events: super::logout::Events,
    };
    let keyring = app.keys.current();
    keyring.sign(client.id_token_algorithm, TOKEN_TYPE, &claims)
}

async fn delete_logout(app: &App, logout: &Logout) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    store::delete(&mut transaction.connection(), &logout.id).await?;
    transaction.commit().await
}

/// Postpones a logout; an unavailable client's other due logouts wait for the same time.
async fn postpone(
    app: &App,
    logout: &Logout,
    result: DeliveryResult,
    at: Timestamp,
) -> Result<(), Failure> {
    tracing::warn!(
        client = logout.client_id,
        attempts = logout.attempts,
        ?result,
        "a site did not accept a logout; the server tries again"
    );
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::postpone(&mut db, &logout.id, at).await?;
    if result == DeliveryResult::Unavailable {
        store::postpone_due(&mut db, &logout.client_id, app.clock.now(), at).await?;
    }
    transaction.commit().await?;
    metrics::counter!("idp_logouts_total", "outcome" => "retried").increment(1);
    Ok(())
}

async fn give_up(app: &App, logout: &Logout, result: DeliveryResult) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::delete(&mut db, &logout.id).await? {
        return Ok(());
    }
    let reason = match result {
        DeliveryResult::Refused => "refused",
        DeliveryResult::Delivered | DeliveryResult::Unavailable => "away",
    };
    let event = AuditEvent {
        actor: "idp",
        action: Action::LogoutGivenUp,
        subject: &logout.user_id,
        network: None,
        client_id: Some(&logout.client_id),
        details: json!({ "sid": logout.sid, "reason": reason, "attempts": logout.attempts }),
    };
    audit::record(app, &mut db, event).await?;
    transaction.commit().await?;
    tracing::warn!(client = logout.client_id, "gave a logout up");
    metrics::counter!("idp_logouts_total", "outcome" => "given_up").increment(1);
    Ok(())
}
