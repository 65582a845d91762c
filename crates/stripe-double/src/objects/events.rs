//! Events, of the last 30 days.

use serde_json::Value;

use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Event;
/// Maximum number of types of a list.
const MAX_TYPES: usize = 20;
/// Seconds for which events can be read.
const RETENTION: i64 = 30 * 86_400;

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::get("/v1/events", "event_read", list_all).with(list_parameters![
        "delivery_success",
        "type",
        "types.*"
    ]),
    ApiOperation::get("/v1/events/{id}", "event_read", |call| call.retrieve(KIND)),
];

fn list_all(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let types = call.parameters.texts("types")?;
    if types.len() > MAX_TYPES {
        let message = format!("Invalid array: types can have at most {MAX_TYPES} items.");
        return Err(StripeError::early(400, message).about("types"));
    }
    let one = call.parameters.text("type");
    let is_delivered = call.parameters.boolean("delivery_success")?;
    let oldest = call.scope.now.saturating_sub(RETENTION);
    list(call, KIND, |event| {
        let event_type = event.text("type");
        let is_pending = event.number("pending_webhooks") > 0;
        event.number("created") >= oldest
            && (types.is_empty() || types.contains(&event_type))
            && one.is_none_or(|pattern| matches(pattern, event_type))
            && is_delivered.is_none_or(|expected| expected != is_pending)
    })
}

/// Compares a type with a pattern such as `charge.*`.
fn matches(pattern: &str, event_type: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => event_type.starts_with(start),
        None => pattern == event_type,
    }
}
