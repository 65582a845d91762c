//! Receives a delivery: verifies its signature, judges its event, and records it before Stripe gets its response.

use std::sync::Arc;

use foundation::Failure;

use super::delivered_event::DeliveredEvent;
use super::delivery_sources::DeliverySource;
use super::intake::RecordedEvent;
use super::received_event::{EventSource, EventState, ReceivedEvent};
use crate::app::App;
use crate::billing::connections::{
    ConnectionState, StripeConnection, note_bad_signature, note_good_signature,
};
use crate::billing::stripe::signature::{SignatureRefusal, verify};

/// Length of a connection's id: the prefix and 32 digits.
const ID_LENGTH: usize = 36;

/// A delivery as it arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivered<'a> {
    /// The connection in the address.
    pub(super) connection_id: &'a str,
    /// The header with the signature.
    pub(super) signature: Option<&'a str>,
    /// The body as it was sent.
    pub(super) body: &'a [u8],
}

/// Reasons why a delivery is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeliveryRefusal {
    /// There is no such connection, or it was disconnected.
    #[error("the connection is unknown")]
    UnknownConnection,
    /// The signature does not prove that Stripe sent the body.
    #[error(transparent)]
    Unsigned(#[from] SignatureRefusal),
    /// Stripe sent the body, and it is no event.
    #[error("the body is no event")]
    NoEvent,
    /// Our own machinery failed; Stripe sends the event again.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Records the event of a delivery. Returns only once the database has it.
pub(super) async fn receive(app: &App, delivered: Delivered<'_>) -> Result<(), DeliveryRefusal> {
    let source = find_source(app, delivered.connection_id).await?;
    let source = source.ok_or(DeliveryRefusal::UnknownConnection)?;
    let connection = &source.connection;
    let secrets = source.secrets.as_deref();
    let secrets =
        secrets.ok_or_else(|| Failure::defect("the secret of an endpoint is unreadable"))?;
    let now = app.clock.now();
    if let Err(refusal) = verify(delivered.signature, delivered.body, secrets, now) {
        refuse_signature(app, connection, refusal).await?;
        return Err(refusal.into());
    }
    forget_bad_signatures(app, connection).await?;
    let Some(event) = DeliveredEvent::parse(delivered.body) else {
        metrics::counter!("api_stripe_events_total", "outcome" => "unreadable").increment(1);
        return Err(DeliveryRefusal::NoEvent);
    };
    record_event(app, connection, event, EventSource::Webhook).await?;
    Ok(())
}

/// Finds a connection that takes deliveries.
async fn find_source(
    app: &App,
    connection_id: &str,
) -> Result<Option<Arc<DeliverySource>>, Failure> {
    if connection_id.len() != ID_LENGTH {
        return Ok(None);
    }
    let found = app.inbox.sources.ask(&connection_id.to_owned()).await?;
    let takes = |source: &DeliverySource| source.connection.state != ConnectionState::Disconnected;
    Ok(found.filter(|source| takes(source)))
}

async fn refuse_signature(
    app: &App,
    connection: &StripeConnection,
    refusal: SignatureRefusal,
) -> Result<(), Failure> {
    metrics::counter!("api_stripe_signatures_refused_total").increment(1);
    tracing::warn!(connection = connection.id, %refusal, "a delivery of Stripe was refused");
    note_bad_signature(app, &connection.id).await
}

async fn forget_bad_signatures(app: &App, connection: &StripeConnection) -> Result<(), Failure> {
    if connection.bad_signatures == 0 {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    note_good_signature(&mut transaction.connection(), connection).await?;
    transaction.commit().await
}

/// Judges and records an event of a connection, and marks its object.
pub(super) async fn record_event(
    app: &App,
    connection: &StripeConnection,
    event: DeliveredEvent,
    source: EventSource,
) -> Result<(), Failure> {
    let received = ReceivedEvent::new(connection, event, source);
    let (state, reason) = (received.state, received.reason);
    let event_id = received.event_id.clone();
    let recorded = app.inbox.intake.ask(received).await?;
    let outcome = match recorded {
        RecordedEvent::New => state.word(),
        RecordedEvent::Known => "repeated",
    };
    metrics::counter!("api_stripe_events_total", "outcome" => outcome).increment(1);
    if state == EventState::Refused && recorded == RecordedEvent::New {
        let reason = reason.unwrap_or_default();
        tracing::warn!(
            connection = connection.id,
            event = event_id,
            reason,
            "an event of Stripe was not used"
        );
    }
    Ok(())
}
