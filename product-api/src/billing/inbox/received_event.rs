//! An event as it is recorded, without its payload.

use foundation::Timestamp;

use super::delivered_event::DeliveredEvent;
use super::judge::{Verdict, judge};
use crate::billing::connections::StripeConnection;
use crate::billing::marks::ObjectKind;

/// The way in which an event arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventSource {
    /// Stripe sent it.
    Webhook,
    /// This installation read it.
    Poll,
}

impl EventSource {
    /// Returns the word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Poll => "poll",
        }
    }
}

/// The state of a recorded event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventState {
    /// It marked its object.
    Marked,
    /// Its type is not needed.
    Ignored,
    /// It was not used, for a reason.
    Refused,
}

impl EventState {
    /// Returns the word in the table and in metrics.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Marked => "marked",
            Self::Ignored => "ignored",
            Self::Refused => "refused",
        }
    }
}

/// An event to be recorded, with the object that it marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReceivedEvent {
    pub(super) connection_id: String,
    pub(super) event_id: String,
    pub(super) event_type: String,
    pub(super) object_kind: Option<ObjectKind>,
    pub(super) object_id: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) source: EventSource,
    pub(super) state: EventState,
    pub(super) reason: Option<&'static str>,
}

impl ReceivedEvent {
    /// Judges an event that arrived for a connection.
    pub(super) fn new(
        connection: &StripeConnection,
        event: DeliveredEvent,
        source: EventSource,
    ) -> Self {
        let verdict = judge(&event, &connection.account_id, connection.mode);
        let (state, object, reason) = match verdict {
            Verdict::Marks(kind, object_id) => (EventState::Marked, Some((kind, object_id)), None),
            Verdict::Ignored => (EventState::Ignored, None, None),
            Verdict::Refused(refusal) => (EventState::Refused, None, Some(refusal.word())),
        };
        let (object_kind, object_id) = object.unzip();
        Self {
            connection_id: connection.id.clone(),
            event_id: event.id,
            event_type: event.event_type,
            object_kind,
            object_id,
            created_at: event.created_at,
            source,
            state,
            reason,
        }
    }
}
