//! Events of changes, and their deliveries to webhook endpoints.

use serde_json::{Map, Value, json};

use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind, PendingDelivery};

/// Records an event about an object as it is now.
pub(crate) fn emit(
    scope: &mut AccountScope<'_>,
    event_type: &str,
    object: &Value,
) -> Result<(), StripeError> {
    emit_data(scope, event_type, &json!({"object": object}))
}

/// Records an event about a change, with the previous values of the changed members.
pub(crate) fn emit_change(
    scope: &mut AccountScope<'_>,
    event_type: &str,
    before: &Value,
    after: &Value,
) -> Result<(), StripeError> {
    let members = before.as_object().into_iter().flatten();
    let previous: Map<String, Value> = members
        .filter(|(name, value)| !name.starts_with('_') && after.get(name.as_str()) != Some(value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let data = json!({"object": after, "previous_attributes": previous});
    emit_data(scope, event_type, &data)
}

fn emit_data(
    scope: &mut AccountScope<'_>,
    event_type: &str,
    data: &Value,
) -> Result<(), StripeError> {
    let id = scope.new_id(ObjectKind::Event)?;
    let endpoints: Vec<String> = scope
        .data
        .objects(ObjectKind::WebhookEndpoint)
        .filter(|endpoint| receives(endpoint, event_type))
        .map(|endpoint| endpoint.text("id").to_owned())
        .collect();
    let event = json!({
        "id": id,
        "object": "event",
        "api_version": null,
        "created": scope.now,
        "data": data,
        "livemode": scope.data.is_live,
        "pending_webhooks": endpoints.len(),
        "request": {"id": scope.origin.id, "idempotency_key": scope.origin.idempotency_key},
        "type": event_type,
    });
    scope.insert(ObjectKind::Event, event);
    for endpoint in endpoints {
        enqueue(scope, &endpoint, &id)?;
    }
    Ok(())
}

fn receives(endpoint: &Value, event_type: &str) -> bool {
    let mut types = endpoint.items("enabled_events").iter();
    endpoint.text("status") == "enabled"
        && types.any(|enabled| enabled == "*" || enabled == event_type)
}

/// Adds the deliveries of an event to an endpoint; the account's faults lose, repeat or delay them.
fn enqueue(scope: &mut AccountScope<'_>, endpoint: &str, event: &str) -> Result<(), StripeError> {
    let faults = scope.data.delivery_faults.clone();
    if faults.drop_one_in > 0 && scope.draw_below(faults.drop_one_in)? == 0 {
        return Ok(());
    }
    for _copy in 0..=faults.duplicates {
        let delivery = PendingDelivery {
            id: format!("whd_{}", scope.random_text(16)?),
            endpoint: endpoint.to_owned(),
            event: event.to_owned(),
            due_at: scope.now.saturating_add(faults.delay_seconds),
            failures: 0,
        };
        scope.data.deliveries.push(delivery);
    }
    Ok(())
}
