//! Delivering what is due for one endpoint: claimed by one server at a time, a few at once, and what came of it.

use std::time::Duration;

use foundation::secret::SecretString;
use foundation::{Connection, Failure, Timestamp};
use futures_util::stream::{self, StreamExt};
use serde_json::json;

use super::change::tell_ledger;
use super::event::Event;
use super::schedule::{LEASE, LONGEST_FAILURE, next};
use super::send::{Heard, Receiver, send};
use super::store::deliveries::{self, Claimed, Trouble};
use super::store::{endpoints, events};
use crate::app::App;
use crate::audit::{self, Action};
use crate::caller::Mode;

/// How many events one endpoint is sent at the same time.
const AT_ONCE: usize = 4;
/// What the secrets of endpoints are sealed for.
pub(super) const SECRETS: &str = "webhook-endpoint";

/// Sends some of what is due for an endpoint; false when nothing is.
pub(super) async fn deliver(app: &App, endpoint_id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let claimed = deliveries::claim(&mut db, endpoint_id, now, now.plus(LEASE)).await?;
    transaction.commit().await?;
    if claimed.is_empty() {
        return Ok(false);
    }
    let ids: Vec<i64> = claimed.iter().map(|one| one.event_id).collect();
    let (receiver, events) = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let receiver = endpoints::sendable(&mut db, endpoint_id).await?;
        (receiver, events::read(&mut db, &ids).await?)
    };
    let Some(receiver) = receiver.map(|found| opened(app, found)) else {
        return Ok(true);
    };
    let sending: Vec<_> = claimed
        .iter()
        .map(|one| attempt(app, &receiver, one, &events))
        .collect();
    let heard: Vec<Heard> = stream::iter(sending).buffered(AT_ONCE).collect().await;
    let outcomes: Vec<(&Claimed, Heard)> = claimed.iter().zip(heard).collect();
    write_down(app, endpoint_id, &outcomes).await?;
    Ok(true)
}

/// The secrets in the clear; those that nothing opens are left out.
fn opened(app: &App, found: endpoints::Sendable) -> Receiver {
    let now = app.clock.now().micros();
    let previous = found
        .previous_secret
        .filter(|_| found.previous_until.is_some_and(|until| until > now));
    let sealed = [Some(found.secret), previous];
    let secrets = sealed.into_iter().flatten().filter_map(|sealed| {
        let plain = app.sealer.open(SECRETS, &sealed);
        plain.map(SecretString::from)
    });
    Receiver {
        url: found.url,
        secrets: secrets.collect(),
    }
}

async fn attempt(app: &App, to: &Receiver, claimed: &Claimed, events: &[Event]) -> Heard {
    if to.secrets.is_empty() {
        return Heard::unsendable("its secret cannot be read; rotate it");
    }
    match events.iter().find(|event| event.id == claimed.event_id) {
        Some(event) => send(app, to, event).await,
        None => Heard::unsendable("the event is no longer kept"),
    }
}

/// Writes down what came of attempts, and how the endpoint stands after them.
async fn write_down(
    app: &App,
    endpoint_id: &str,
    outcomes: &[(&Claimed, Heard)],
) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let (mut is_working, mut is_gone) = (false, false);
    for (claimed, heard) in outcomes {
        let outcome = match heard {
            Heard::Taken(status) => {
                is_working = true;
                deliveries::delivered(&mut db, &claimed.id, *status).await?;
                "delivered"
            }
            Heard::Gone => {
                is_gone = true;
                let trouble = Trouble {
                    status: Some(410),
                    error: "it said that it is gone",
                };
                deliveries::put_off(&mut db, claimed, &trouble, None).await?;
                "gone"
            }
            Heard::Failed(trouble, patience) => {
                put_off(app, &mut db, claimed, (trouble, *patience), now).await?
            }
        };
        metrics::counter!("api_webhooks_total", "outcome" => outcome).increment(1);
    }
    if is_gone {
        disable(app, &mut db, endpoint_id, "it said that it is gone (410)").await?;
    } else if is_working {
        endpoints::works(&mut db, endpoint_id).await?;
    } else {
        fails(app, &mut db, endpoint_id, now).await?;
    }
    transaction.commit().await
}

async fn put_off(
    app: &App,
    db: &mut Connection<'_>,
    claimed: &Claimed,
    (trouble, patience): (&Trouble, Option<Duration>),
    now: Timestamp,
) -> Result<&'static str, Failure> {
    let chance = u16::from_be_bytes(app.random.bytes()?);
    let again = next(claimed.attempts, chance, patience, now);
    deliveries::put_off(db, claimed, trouble, again).await?;
    Ok(if again.is_some() {
        "retried"
    } else {
        "given_up"
    })
}

/// An endpoint that has failed for days is disabled.
async fn fails(
    app: &App,
    db: &mut Connection<'_>,
    endpoint_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    let since = endpoints::fails(db, endpoint_id, now).await?;
    if since.is_some_and(|since| now >= since.plus(LONGEST_FAILURE)) {
        disable(app, db, endpoint_id, "it failed for five days").await?;
    }
    Ok(())
}

async fn disable(
    app: &App,
    db: &mut Connection<'_>,
    endpoint_id: &str,
    reason: &'static str,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let Some((website_id, mode)) = endpoints::disable(db, endpoint_id, reason, now).await? else {
        return Ok(());
    };
    let mode: Mode = mode
        .parse()
        .map_err(|error| Failure::broken("disabling an endpoint", error))?;
    deliveries::give_up_all(db, endpoint_id, "the endpoint is disabled").await?;
    tell_ledger(db, (&website_id, mode)).await?;
    let event = audit::Event {
        actor: "system",
        session: None,
        action: Action::WebhookDisabled,
        website_id: Some(&website_id),
        subject: endpoint_id,
        details: json!({ "reason": reason }),
    };
    tracing::warn!(
        endpoint = endpoint_id,
        reason,
        "a webhook endpoint was disabled"
    );
    audit::record(db, &event, &app.clock, &app.random).await
}
