//! Response bodies of endpoints, deliveries and events.

use foundation::Timestamp;
use poem_openapi::types::{Example, ParseFromJSON};
use poem_openapi::{Enum, Object};
use serde_json::Value;

use crate::caller::Mode;
use crate::schema::{Instant, Nullable};
use crate::webhooks::event::{WebhookEvent, public_id};
use crate::webhooks::sign::Signing;
use crate::webhooks::store::logs::Delivery;
use crate::webhooks::webhook_endpoint::{Status, WebhookEndpoint};

/// The signature scheme of events (Standard Webhooks 1.x).
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookSigning", rename_all = "lowercase")]
pub(super) enum SigningName {
    /// HMAC-SHA256 with a secret that both sides have.
    V1,
    /// Ed25519: the server signs with its private key, and the receiver verifies with the public key, which cannot sign.
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

/// The status of an endpoint.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookEndpointStatus", rename_all = "lowercase")]
pub(super) enum EndpointStatusDto {
    /// It receives events.
    Active,
    /// Its website switched it off.
    Off,
    /// The server disabled it: see `disabled_reason`.
    Disabled,
}

impl From<Status> for EndpointStatusDto {
    fn from(status: Status) -> Self {
        match status {
            Status::Active => Self::Active,
            Status::Off => Self::Off,
            Status::Disabled => Self::Disabled,
        }
    }
}

/// An endpoint that receives the events of a website's credits.
#[derive(Object)]
#[oai(rename = "WebhookEndpoint", example)]
pub(super) struct EndpointDto {
    /// The endpoint's id.
    id: String,
    /// The endpoint's URL.
    url: String,
    /// The mode of the events.
    mode: Mode,
    /// The types of events that it receives.
    events: Vec<String>,
    /// The status of the endpoint.
    status: EndpointStatusDto,
    /// The time since which every attempt has failed; null while it works. It is disabled after five days.
    failing_since: Nullable<Instant>,
    /// The reason why it was disabled.
    disabled_reason: Nullable<String>,
    /// The time until which a previous secret also signs; the latest of several, null if there is none.
    previous_secret_until: Nullable<Instant>,
    /// The signature scheme of its events.
    signing: SigningName,
    /// The public key that verifies its events with `v1a`, `whpk_…`; null with `v1`.
    public_key: Nullable<String>,
    /// The time at which it was added.
    created_at: Instant,
}

impl EndpointDto {
    /// Returns the response body of an endpoint at a time.
    pub(super) fn new(endpoint: WebhookEndpoint, now: Timestamp) -> Self {
        let until = endpoint.previous_until.filter(|until| *until > now);
        Self {
            id: endpoint.id,
            url: endpoint.url,
            mode: endpoint.mode,
            events: endpoint.events,
            status: endpoint.status.into(),
            failing_since: endpoint.failing_since.map(Instant).into(),
            disabled_reason: endpoint.disabled_reason.into(),
            previous_secret_until: until.map(Instant).into(),
            signing: match endpoint.public_key {
                Some(_) => SigningName::V1a,
                None => SigningName::V1,
            },
            public_key: endpoint.public_key.into(),
            created_at: Instant(endpoint.created_at),
        }
    }
}

impl Example for EndpointDto {
    fn example() -> Self {
        Self {
            id: "whe_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            url: "https://pictures.example.com/hooks/tollgate".to_owned(),
            mode: Mode::Live,
            events: vec!["credits.depleted".to_owned(), "credits.granted".to_owned()],
            status: EndpointStatusDto::Active,
            failing_since: None.into(),
            disabled_reason: None.into(),
            previous_secret_until: None.into(),
            signing: SigningName::V1,
            public_key: None.into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// An endpoint with a new secret.
#[derive(Object)]
#[oai(rename = "WebhookEndpointWithSecret")]
pub(super) struct SecretDto {
    /// The endpoint.
    pub(super) endpoint: EndpointDto,
    /// The secret that signs its events with `v1`, `whsec_…`; it is returned only this once. Null with `v1a`: the private
    /// key stays on the server, and the endpoint's `public_key` verifies.
    pub(super) secret: Nullable<String>,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "WebhookDeliveryState", rename_all = "lowercase")]
pub(super) enum DeliveryState {
    /// It is queued for its first or a further attempt.
    Waiting,
    /// The endpoint accepted it.
    Delivered,
    /// All attempts failed, or it was cancelled.
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

    fn from_word(word: &str) -> Self {
        match word {
            "delivered" => Self::Delivered,
            "failed" => Self::Failed,
            _ => Self::Waiting,
        }
    }
}

/// The delivery of one event to one endpoint.
#[derive(Object)]
#[oai(rename = "WebhookDelivery")]
pub(super) struct DeliveryDto {
    /// The event's id: the header `webhook-id` of every attempt.
    event_id: String,
    /// The event's type.
    r#type: String,
    /// The state of the delivery.
    state: DeliveryState,
    /// The number of attempts since it was last queued.
    attempts: i64,
    /// The time of the next attempt; null if there is none, or if it waits for an earlier event of its customer.
    next_attempt_at: Nullable<Instant>,
    /// The time of the last attempt.
    last_attempt_at: Nullable<Instant>,
    /// The HTTP status of the last response, if there was one.
    last_status: Nullable<i16>,
    /// The error of the last attempt.
    last_error: Nullable<String>,
    /// The time of the event.
    created_at: Instant,
}

impl From<Delivery> for DeliveryDto {
    fn from(delivery: Delivery) -> Self {
        let instant = |at: i64| Instant(Timestamp::from_micros(at));
        Self {
            event_id: public_id(delivery.event_id),
            r#type: delivery.kind,
            state: DeliveryState::from_word(&delivery.state),
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
    /// Credits of `posted` that are held.
    held: Nullable<i64>,
    /// Credits owed.
    debt: Nullable<i64>,
    /// Credits that can be spent.
    available: i64,
}

/// The data of an event.
#[derive(Object)]
#[oai(rename = "WebhookEventData")]
struct EventData {
    /// The event's number among those of its customer. It only grows, so that an older event can be ignored. Numbers may be
    /// missing: they belong to events of other types.
    sequence: i64,
    /// The mode: `live` or `test`.
    mode: String,
    /// The id of the customer.
    customer_id: Nullable<String>,
    /// The customer's id in your own system.
    external_id: Nullable<String>,
    /// The credits added (above zero) or removed (below); for `hold.expired` and `credits.expiring` those concerned.
    amount: i64,
    /// The balance after the event.
    balance: EventBalance,
    /// The id of the transaction, if there is one; for `credits.spent` the last one, for `hold.expired` none.
    transaction_id: Nullable<String>,
    /// The id of the hold, for `hold.expired`.
    hold_id: Nullable<String>,
    /// The number of spends and captures that a `credits.spent` event combines.
    spends: Nullable<i64>,
    /// The threshold that was crossed, for `credits.low`.
    threshold: Nullable<i64>,
    /// The time at which the first of the credits expire, for `credits.expiring`.
    expires_at: Nullable<String>,
    /// The purchase, for `checkout.…`, `payment.…`, `subscription.…`, `customer.…`, `topup.…`, `dispute.…` and `fraud_warning`;
    /// their `amount` is 0.
    billing: Nullable<EventBilling>,
}

/// The purchase of an event.
#[derive(Object)]
#[oai(rename = "WebhookBilling")]
struct EventBilling {
    /// The id of the payment; null before the buyer has paid.
    payment_id: Nullable<String>,
    /// The id of the checkout; null for a subscription that was made at Stripe, and for a top-up.
    checkout_id: Nullable<String>,
    /// The id of the subscription, if one is concerned.
    #[oai(skip_serializing_if_is_none)]
    subscription_id: Option<String>,
    /// The code of the plan, if a plan is concerned.
    #[oai(skip_serializing_if_is_none)]
    plan: Option<String>,
    /// The id of the attempt, for an automatic top-up; absent if a limit of the month forbids one.
    #[oai(skip_serializing_if_is_none)]
    topup_id: Option<String>,
    /// The reason of a top-up that failed, such as `insufficient_funds` or `cap-reached`, or of a checkout whose automatic top-up could
    /// no longer be turned on as agreed, such as `newer-rule`.
    #[oai(skip_serializing_if_is_none)]
    reason: Option<String>,
    /// The page on which the renewal can be paid, for `subscription.payment_failed`, or on which the customer confirms the payment,
    /// for `topup.action_required`.
    #[oai(skip_serializing_if_is_none)]
    action_url: Option<String>,
    /// The id of the refund, for `payment.refunded`.
    #[oai(skip_serializing_if_is_none)]
    refund_id: Option<String>,
    /// The id of the dispute, for `dispute.…`.
    #[oai(skip_serializing_if_is_none)]
    dispute_id: Option<String>,
    /// The time until which the Stripe dashboard takes an answer to the dispute, for `dispute.…`.
    #[oai(skip_serializing_if_is_none)]
    due_by: Option<String>,
    /// The state of the checkout for `checkout.…`, of the attempt for `topup.…`, of the payment for `payment.…`, of the refund for `payment.refunded`, Stripe's
    /// status of the dispute for `dispute.…` or of the subscription, and `actionable` or `closed` for `fraud_warning`.
    status: String,
    /// The amount in the smallest unit of the currency: what the buyer paid, the price before the payment, or what is refunded or
    /// disputed. Absent if the event moves no money.
    #[oai(skip_serializing_if_is_none)]
    amount_minor: Option<i64>,
    /// The currency, as an ISO 4217 code in lower case; absent if the event moves no money.
    #[oai(skip_serializing_if_is_none)]
    currency: Option<String>,
}

/// The body of a webhook. The server sends it as POST with the headers `webhook-id`, `webhook-timestamp` and
/// `webhook-signature` (Standard Webhooks 1.x). Respond with any 2xx status within 15 seconds.
#[derive(Object)]
#[oai(rename = "WebhookEvent")]
pub(super) struct EventDto {
    /// The type of the event:
    ///
    /// - `credits.granted`: a customer was given credits.
    /// - `credits.expired`: credits expired, and the unused rest was removed.
    /// - `credits.expiring`: credits expire within seven days, and again within one day (only the latter if granted for less).
    /// - `credits.restored`: credits were given back that a spend, or a refund or dispute of their payment, had taken.
    /// - `credits.clawed_back`: credits were taken back, because their payment was refunded or disputed.
    /// - `credits.spent`: spends and captures, several combined; sent only to endpoints that list this type.
    /// - `credits.low`: the balance fell to the threshold of the alerts or below.
    /// - `credits.depleted`: no credits are left to spend.
    /// - `hold.expired`: a hold expired; its remaining credits were released, or captured if the hold says so.
    /// - `checkout.completed`: a customer has paid for a pack, and the credits were granted; or has subscribed to a plan; or
    ///   has saved a card and agreed to an automatic top-up, which is on unless there is a `reason`.
    /// - `checkout.expired`: a customer did not pay in time, or the checkout was ended.
    /// - `payment.succeeded`: a payment is paid.
    /// - `payment.failed`: a payment failed.
    /// - `payment.review`: a payment is paid and no credits were granted, because it differs from what was sold.
    /// - `payment.refunded`: a payment is refunded, in full or in part, and its credits were taken back.
    /// - `dispute.opened`: a bank asks about a payment, or has withdrawn it until it decides; `due_by` says until when the Stripe
    ///   dashboard takes an answer.
    /// - `dispute.won`: a dispute ended for the website, and the credits are available.
    /// - `dispute.lost`: a dispute ended for the buyer, and the credits were taken back.
    /// - `fraud_warning`: a bank believes that a payment is fraudulent; a refund can still prevent a dispute.
    /// - `customer.subscribed`: a customer has a subscription that counts.
    /// - `customer.unsubscribed`: no subscription of a customer counts any more.
    /// - `subscription.updated`: a subscription changed: its status, its plan, its period or its end.
    /// - `subscription.renewed`: a period of a subscription was paid, and its allowance was granted.
    /// - `subscription.payment_failed`: a renewal was not paid; `action_url` is the page on which it can be.
    /// - `subscription.trial_ending`: the trial of a subscription ends within three days, and the first payment follows.
    /// - `topup.succeeded`: an automatic top-up was paid, and its credits were granted.
    /// - `topup.failed`: an automatic top-up bought nothing; `reason` says why, as `cap-reached` once in a month.
    /// - `topup.action_required`: the bank wants the customer to confirm an automatic top-up on the page `action_url`.
    /// - `webhook.test`: a test that you requested.
    r#type: String,
    /// The time of the event.
    timestamp: String,
    /// The data of the event.
    data: EventData,
}

/// Returns an event as it is sent; `None` for a form that this version does not know.
pub(super) fn event_dto(event: &WebhookEvent) -> Option<EventDto> {
    let body: Value = event.body();
    EventDto::parse_from_json(Some(body)).ok()
}
