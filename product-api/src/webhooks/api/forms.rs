//! How endpoints, deliveries and events are written in answers.

use foundation::Timestamp;
use poem_openapi::types::{Example, ParseFromJSON};
use poem_openapi::{Enum, Object};
use serde_json::Value;

use crate::caller::Mode;
use crate::schema::{Instant, Nullable};
use crate::webhooks::endpoint_of_site::{Status, WebhookEndpoint};
use crate::webhooks::event::{Event, public_id};
use crate::webhooks::sign::Signing;
use crate::webhooks::store::logs::Delivery;

/// How events are signed (Standard Webhooks 1.x).
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookSigning", rename_all = "lowercase")]
pub(super) enum SigningName {
    /// HMAC-SHA256 with a secret that both sides have.
    V1,
    /// Ed25519 with a key of ours, checked with its public half: whoever reads it can sign nothing.
    V1a,
}

impl From<SigningName> for Signing {
    fn from(name: SigningName) -> Self {
        match name {
            SigningName::V1 => Self::Shared,
            SigningName::V1a => Self::OwnKey,
        }
    }
}

/// How an endpoint stands.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookEndpointStatus", rename_all = "lowercase")]
pub(super) enum StatusAnswer {
    /// It is told.
    Active,
    /// Its website has switched it off.
    Off,
    /// We have: `disabled_reason` says why.
    Disabled,
}

impl From<Status> for StatusAnswer {
    fn from(status: Status) -> Self {
        match status {
            Status::Active => Self::Active,
            Status::Off => Self::Off,
            Status::Disabled => Self::Disabled,
        }
    }
}

/// Where a website hears of what happens to credits.
#[derive(Object)]
#[oai(rename = "WebhookEndpoint", example)]
pub(super) struct EndpointAnswer {
    /// The endpoint's id.
    id: String,
    /// Where it is.
    url: String,
    /// Whose events it hears.
    mode: Mode,
    /// The types of events that it hears.
    events: Vec<String>,
    /// How it stands.
    status: StatusAnswer,
    /// Since when every attempt has failed; null while it works. After five days it is disabled.
    failing_since: Nullable<Instant>,
    /// Why it was disabled.
    disabled_reason: Nullable<String>,
    /// Until when the secret before the last rotation signs as well.
    previous_secret_until: Nullable<Instant>,
    /// How its events are signed.
    signing: SigningName,
    /// With `v1a` what its events are checked with: `whpk_…`; null with `v1`.
    public_key: Nullable<String>,
    /// When it was added.
    created_at: Instant,
}

impl From<WebhookEndpoint> for EndpointAnswer {
    fn from(endpoint: WebhookEndpoint) -> Self {
        Self {
            id: endpoint.id,
            url: endpoint.url,
            mode: endpoint.mode,
            events: endpoint.events,
            status: endpoint.status.into(),
            failing_since: endpoint.failing_since.map(Instant).into(),
            disabled_reason: endpoint.disabled_reason.into(),
            previous_secret_until: endpoint.previous_until.map(Instant).into(),
            signing: match endpoint.public_key {
                Some(_) => SigningName::V1a,
                None => SigningName::V1,
            },
            public_key: endpoint.public_key.into(),
            created_at: Instant(endpoint.created_at),
        }
    }
}

impl Example for EndpointAnswer {
    fn example() -> Self {
        Self {
            id: "whe_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            url: "https://pictures.example.com/hooks/tollgate".to_owned(),
            mode: Mode::Live,
            events: vec!["credits.depleted".to_owned(), "credits.granted".to_owned()],
            status: StatusAnswer::Active,
            failing_since: None.into(),
            disabled_reason: None.into(),
            previous_secret_until: None.into(),
            signing: SigningName::V1,
            public_key: None.into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// An endpoint with a secret that was just made.
#[derive(Object)]
#[oai(rename = "WebhookEndpointWithSecret")]
pub(super) struct SecretAnswer {
    /// The endpoint.
    pub(super) endpoint: EndpointAnswer,
    /// With `v1` what its events are signed with, `whsec_…`; it is shown this once. Null with `v1a`: the private key stays
    /// with us, and the endpoint's `public_key` checks.
    pub(super) secret: Nullable<String>,
}

/// Where a delivery stands.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookDeliveryState", rename_all = "lowercase")]
pub(super) enum DeliveryState {
    /// It is to be sent, or sent again.
    Waiting,
    /// It arrived.
    Delivered,
    /// It was given up.
    Failed,
}

impl DeliveryState {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }

    fn of_word(word: &str) -> Self {
        match word {
            "delivered" => Self::Delivered,
            "failed" => Self::Failed,
            _ => Self::Waiting,
        }
    }
}

/// One event for one endpoint.
#[derive(Object)]
#[oai(rename = "WebhookDelivery")]
pub(super) struct DeliveryAnswer {
    /// The event: the header `webhook-id` of every attempt.
    event_id: String,
    /// Its type.
    r#type: String,
    /// Where it stands.
    state: DeliveryState,
    /// How often it was tried since it was last queued.
    attempts: i64,
    /// When it is tried next; null when it is not, or waits for an earlier event of its customer.
    next_attempt_at: Nullable<Instant>,
    /// When it was last tried.
    last_attempt_at: Nullable<Instant>,
    /// What was answered then, if anything was.
    last_status: Nullable<i16>,
    /// What went wrong then.
    last_error: Nullable<String>,
    /// When the event happened.
    created_at: Instant,
}

impl From<Delivery> for DeliveryAnswer {
    fn from(delivery: Delivery) -> Self {
        let instant = |at: i64| Instant(Timestamp::from_micros(at));
        Self {
            event_id: public_id(delivery.event_id),
            r#type: delivery.kind,
            state: DeliveryState::of_word(&delivery.state),
            attempts: delivery.attempts,
            next_attempt_at: delivery.next_at.map(instant).into(),
            last_attempt_at: delivery.last_at.map(instant).into(),
            last_status: delivery.last_status.into(),
            last_error: delivery.last_error.into(),
            created_at: instant(delivery.created_at),
        }
    }
}

/// A customer's balance after an event.
#[derive(Object)]
#[oai(rename = "WebhookBalance")]
struct EventBalance {
    /// Credits booked and not used.
    posted: Nullable<i64>,
    /// Of these, set aside.
    held: Nullable<i64>,
    /// Credits owed.
    debt: Nullable<i64>,
    /// What can be spent.
    available: i64,
}

/// What an event is about.
#[derive(Object)]
#[oai(rename = "WebhookEventData")]
struct EventData {
    /// The event's number among those of its customer: it only grows, so that an older one can be dropped. Numbers may be
    /// missing: they are of events of other types.
    sequence: i64,
    /// Real or play credits.
    mode: String,
    /// Our id of the customer.
    customer_id: Nullable<String>,
    /// The customer's id in your own system.
    external_id: Nullable<String>,
    /// What came (above zero) or went (below); of `hold.expired` and `credits.expiring` the credits they are about.
    amount: i64,
    /// The balance after it.
    balance: EventBalance,
    /// The transaction, where something was booked; of `credits.spent` the last one, of `hold.expired` none.
    transaction_id: Nullable<String>,
    /// `hold.expired`: the hold.
    hold_id: Nullable<String>,
    /// `credits.spent`: how many spends and captures it tells of together.
    spends: Nullable<i64>,
    /// `credits.low`: the threshold that was crossed.
    threshold: Nullable<i64>,
    /// `credits.expiring`: when the first of the credits expire.
    expires_at: Nullable<String>,
}

/// The body of a webhook. It is sent as POST with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`
/// (Standard Webhooks 1.x); answer with any 2xx status within 15 seconds.
#[derive(Object)]
#[oai(rename = "WebhookEvent")]
pub(super) struct EventAnswer {
    /// What happened:
    ///
    /// - `credits.granted`: somebody was given credits.
    /// - `credits.expired`: the time of credits was over, and what was left of them is gone.
    /// - `credits.expiring`: credits expire within seven days, and again within one; of those that were given for less than a
    ///   week the second alone.
    /// - `credits.restored`: what was spent was given back.
    /// - `credits.spent`: spends and captures, several together; told to whoever asks for it by name.
    /// - `credits.low`: the balance has come to the threshold of the alerts, or below.
    /// - `credits.depleted`: nothing is left that could be spent.
    /// - `hold.expired`: the time of a hold was over; what it had left was released, or captured if it was to be.
    /// - `webhook.test`: you have asked for a test.
    r#type: String,
    /// When.
    timestamp: String,
    /// What it is about.
    data: EventData,
}

/// An event as it is sent; none of a form that this version does not know.
pub(super) fn event_answer(event: &Event) -> Option<EventAnswer> {
    let body: Value = event.body();
    EventAnswer::parse_from_json(Some(body)).ok()
}
