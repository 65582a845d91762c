//! Wire types of marked objects.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::inbox::marked_object::{InboxObject, MarkState};
use crate::billing::marks::ObjectKind;
use crate::schema::{Instant, Nullable};

/// The kind of an object at Stripe.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "StripeObjectKind", rename_all = "lowercase")]
pub(super) enum KindName {
    /// A checkout session.
    Session,
    /// A payment intent, or a charge, refund, dispute or fraud warning that leads to one.
    Payment,
    /// A customer at Stripe.
    Customer,
    /// A price.
    Price,
    /// A product.
    Product,
    /// A subscription.
    Subscription,
    /// An invoice.
    Invoice,
}

impl From<ObjectKind> for KindName {
    fn from(kind: ObjectKind) -> Self {
        match kind {
            ObjectKind::Session => Self::Session,
            ObjectKind::Payment => Self::Payment,
            ObjectKind::Customer => Self::Customer,
            ObjectKind::Price => Self::Price,
            ObjectKind::Product => Self::Product,
            ObjectKind::Subscription => Self::Subscription,
            ObjectKind::Invoice => Self::Invoice,
        }
    }
}

impl From<KindName> for ObjectKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Session => Self::Session,
            KindName::Payment => Self::Payment,
            KindName::Customer => Self::Customer,
            KindName::Price => Self::Price,
            KindName::Product => Self::Product,
            KindName::Subscription => Self::Subscription,
            KindName::Invoice => Self::Invoice,
        }
    }
}

/// The state of an object in the inbox.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "StripeObjectState", rename_all = "lowercase")]
pub(super) enum StateName {
    /// It was applied, and no later event concerns it.
    Idle,
    /// It waits to be fetched and applied.
    Waiting,
    /// All attempts failed, or it cannot be applied: `error` says why.
    Dead,
    /// It does not belong to this installation.
    Foreign,
}

impl From<MarkState> for StateName {
    fn from(state: MarkState) -> Self {
        match state {
            MarkState::Idle => Self::Idle,
            MarkState::Waiting => Self::Waiting,
            MarkState::Dead => Self::Dead,
            MarkState::Foreign => Self::Foreign,
        }
    }
}

/// An object at Stripe that events concern.
#[derive(Object)]
#[oai(rename = "StripeInboxObject", example)]
pub(super) struct InboxObjectDto {
    /// The connection's id.
    connection_id: String,
    /// The kind of the object.
    kind: KindName,
    /// The object's id at Stripe.
    stripe_object: String,
    /// The state.
    state: StateName,
    /// The number of attempts since the object was last applied.
    attempts: i32,
    /// The cause of the last failed attempt; null if the object was applied.
    error: Nullable<String>,
    /// Stripe's id of the newest event about the object; null if it was marked without one.
    stripe_event: Nullable<String>,
    /// The time of the next attempt; null unless the object waits.
    next_at: Nullable<Instant>,
    /// The time of the last attempt that came to an end; null before.
    checked_at: Nullable<Instant>,
    /// The time of the last change.
    updated_at: Instant,
}

impl From<InboxObject> for InboxObjectDto {
    fn from(object: InboxObject) -> Self {
        Self {
            connection_id: object.connection_id,
            kind: object.kind.into(),
            stripe_object: object.object_id,
            state: object.state.into(),
            attempts: object.attempts.into(),
            error: object.error.into(),
            stripe_event: object.event_id.into(),
            next_at: object.next_at.map(Instant).into(),
            checked_at: object.checked_at.map(Instant).into(),
            updated_at: Instant(object.updated_at),
        }
    }
}

impl Example for InboxObjectDto {
    fn example() -> Self {
        Self {
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: KindName::Session,
            stripe_object: "cs_live_a1b2c3".to_owned(),
            state: StateName::Waiting,
            attempts: 2,
            error: Some("Stripe is not available".to_owned()).into(),
            stripe_event: Some("evt_1a2b3c".to_owned()).into(),
            next_at: Some(Instant(Timestamp::from_seconds(1_767_225_660))).into(),
            checked_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            updated_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}
