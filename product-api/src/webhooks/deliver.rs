//! Sends due deliveries of one endpoint: one replica claims them, and sends a few concurrently.

use foundation::Failure;
use foundation::secret::SecretString;
use futures_util::future::join_all;

use super::event::WebhookEvent;
use super::record_outcomes::record_outcomes;
use super::schedule::MAX_ATTEMPTS;
use super::send::{DeliveryResult, Receiver, send};
use super::store::deliveries::{ClaimedDelivery, OUTBOX};
use super::store::{events, secrets};
use crate::app::App;

/// The purpose with which secrets of endpoints are sealed.
pub(super) const SECRETS: &str = "webhook-endpoint";

/// Sends some due deliveries of an endpoint; false if there are none.
pub(super) async fn deliver(app: &App, endpoint_id: &str) -> Result<bool, Failure> {
    let Some((receiver, claimed)) = claim(app, endpoint_id).await? else {
        return Ok(false);
    };
    let ids: Vec<i64> = claimed.iter().map(|one| one.event_id).collect();
    let events = {
        let mut reader = app.database.reader().await?;
        events::read(&mut reader.connection(), &ids).await?
    };
    let sending = claimed
        .iter()
        .map(|one| attempt(app, &receiver, one, &events));
    let result: Vec<DeliveryResult> = join_all(sending).await;
    let outcomes: Vec<(&ClaimedDelivery, DeliveryResult)> = claimed.iter().zip(result).collect();
    record_outcomes(app, endpoint_id, &receiver.url, &outcomes).await?;
    Ok(true)
}

/// Claims some due deliveries of an active endpoint; `None` if there are none.
async fn claim(
    app: &App,
    endpoint_id: &str,
) -> Result<Option<(Receiver, Vec<ClaimedDelivery>)>, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(found) = secrets::lock(&mut db, endpoint_id).await? else {
        return Ok(None);
    };
    // A claim whose secrets are damaged is rolled back, so that it counts as no attempt.
    let receiver = opened(app, found)?;
    let claimed: Vec<ClaimedDelivery> = OUTBOX.claim(&mut db, endpoint_id, now).await?;
    transaction.commit().await?;
    Ok(Some((receiver, claimed)).filter(|(_, claimed)| !claimed.is_empty()))
}

/// Decrypts the secrets; leaves out those that cannot be decrypted.
fn opened(app: &App, found: secrets::Sendable) -> Result<Receiver, Failure> {
    let previous = found.previous(app.clock.now())?;
    let previous = previous.into_iter().map(|secret| secret.sealed);
    let secrets = std::iter::once(found.secret)
        .chain(previous)
        .filter_map(|sealed| {
            let plain = app.sealer.open(SECRETS, &sealed);
            plain.map(SecretString::from)
        });
    Ok(Receiver {
        url: found.url,
        secrets: secrets.collect(),
    })
}

async fn attempt(
    app: &App,
    to: &Receiver,
    claimed: &ClaimedDelivery,
    events: &[WebhookEvent],
) -> DeliveryResult {
    // A replica that ends between a claim and its outcome changes nothing but the count of attempts.
    if claimed.attempts > MAX_ATTEMPTS {
        return DeliveryResult::unsendable(
            "it was tried ten times, the last time with no known outcome",
        );
    }
    if to.secrets.is_empty() {
        return DeliveryResult::unsendable("its secret cannot be read; rotate it");
    }
    match events.iter().find(|event| event.id == claimed.event_id) {
        Some(event) => send(app, to, event).await,
        None => DeliveryResult::unsendable("the event is no longer kept"),
    }
}
