//! Records that calls, faults and deliveries leave in the state.

use serde::{Deserialize, Serialize};

use crate::shapes::ApiVersion;

/// The stored response of a request with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredResponse {
    /// Method, path and parameters of the first request.
    pub(crate) request: String,
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) request_id: String,
    /// Seconds since the epoch.
    pub(crate) stored_at: i64,
}

/// An event on its way to an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PendingDelivery {
    pub(crate) id: String,
    pub(crate) endpoint: String,
    pub(crate) event: String,
    /// Seconds since the epoch.
    pub(crate) due_at: i64,
    /// Number of attempts that failed.
    pub(crate) failures: usize,
}

/// Form of a delivered event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventForm {
    /// `event` with the whole object.
    Snapshot,
    /// `v2.core.event` with the object's id only.
    Thin,
}

/// Faults of event deliveries, and the form of the events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeliveryFaults {
    /// Number of additional copies of each event.
    pub duplicates: u32,
    /// One of so many events is lost, chosen at random; 1 loses all, 0 none.
    pub drop_one_in: u32,
    /// Seconds before the first attempt.
    pub delay_seconds: i64,
    /// Sends the due events in random order.
    pub shuffle: bool,
    /// Seconds by which the signature's time is wrong.
    pub signature_skew_seconds: i64,
    /// Form of all events, instead of the form of each endpoint.
    pub form: Option<EventForm>,
    /// API version of all events, instead of the version of each endpoint.
    pub version: Option<ApiVersion>,
}

/// A fault of API calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallFault {
    /// Method and start of the path, such as `POST /v1/refunds`; the empty text means every call.
    #[serde(default)]
    pub call: String,
    /// Number of calls that it hits before it ends.
    #[serde(default = "once")]
    pub times: u32,
    /// The fault.
    pub kind: CallFaultKind,
}

fn once() -> u32 {
    1
}

/// The kinds of faults of API calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallFaultKind {
    /// The connection ends before the call has an effect.
    LostBefore,
    /// The connection ends after the call had its effect.
    LostAfter,
    /// 429, without an effect.
    RateLimited,
    /// 500 before the call has an effect; the response is stored under the idempotency key.
    ServerErrorBefore,
    /// 500 after the call had its effect; the response is stored under the idempotency key.
    ServerErrorAfter,
    /// The response comes after so many milliseconds.
    Slow(u64),
}
