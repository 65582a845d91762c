//! Due deliveries, and what happens after each attempt.

use foundation::Timestamp;
use serde_json::{Value, json};

use super::signature::sign;
use crate::error::StripeError;
use crate::shapes::{ApiVersion, render};
use crate::state::{
    AccountScope, DoubleState, EventForm, Members, ModeData, ObjectKind, PendingDelivery,
    RequestOrigin, Tools,
};

/// Seconds until the next attempt, by the number of failures; later ones come every twelve hours.
const PAUSES: [i64; 6] = [60, 300, 1_800, 7_200, 18_000, 36_000];
const LAST_PAUSE: i64 = 43_200;
/// Seconds after which the double gives up.
const MAX_AGE: i64 = 3 * 86_400;

/// An event that is sent now.
#[derive(Clone, Debug)]
pub(crate) struct OutgoingEvent {
    pub(crate) delivery: String,
    pub(crate) url: String,
    pub(crate) body: String,
    pub(crate) signature: String,
}

/// Returns the deliveries that are due, signed at the host's time so that receivers accept them.
pub(crate) fn due_events(
    state: &mut DoubleState,
    tools: &Tools,
) -> Result<Vec<OutgoingEvent>, StripeError> {
    let now = state.now(&tools.clock).seconds();
    let signed_at = tools.clock.now().seconds();
    let mut events = Vec::new();
    for data in state.modes.values_mut() {
        let scope = AccountScope::new(data, tools, now, RequestOrigin::default());
        let due = scope
            .data
            .deliveries
            .iter()
            .filter(|delivery| delivery.due_at <= now);
        let mut outgoing: Vec<OutgoingEvent> = due
            .filter_map(|delivery| outgoing(scope.data, delivery, signed_at))
            .collect();
        if scope.data.delivery_faults.shuffle {
            shuffle(&scope, &mut outgoing)?;
        }
        events.extend(outgoing);
    }
    Ok(events)
}

fn outgoing(data: &ModeData, delivery: &PendingDelivery, now: i64) -> Option<OutgoingEvent> {
    let endpoint = data.find(ObjectKind::WebhookEndpoint, &delivery.endpoint)?;
    let event = data.find(ObjectKind::Event, &delivery.event)?;
    let faults = &data.delivery_faults;
    let version = ApiVersion::parse(endpoint.text("api_version")).unwrap_or_default();
    let version = faults.version.unwrap_or(version);
    let own_form = if endpoint.is_true("_is_thin") {
        EventForm::Thin
    } else {
        EventForm::Snapshot
    };
    let body = match faults.form.unwrap_or(own_form) {
        EventForm::Snapshot => render(event, version),
        EventForm::Thin => thin(event),
    };
    let body = format!("{body:#}");
    let timestamp = now.saturating_add(faults.signature_skew_seconds);
    let secrets = endpoint.items("_secrets").iter();
    let in_force = secrets.filter(|secret| {
        let until = secret.member("until").as_i64();
        until.is_none_or(|until| until > now)
    });
    let in_force: Vec<&str> = in_force.map(|secret| secret.text("secret")).collect();
    Some(OutgoingEvent {
        delivery: delivery.id.clone(),
        url: endpoint.text("url").to_owned(),
        signature: sign(&in_force, timestamp, &body),
        body,
    })
}

/// Returns the thin form of an event: it names the object, whose state the receiver fetches.
fn thin(event: &Value) -> Value {
    let object = event.member("data.object");
    let kind = object.text("object");
    let id = object.text("id");
    let path = ObjectKind::from_object(kind).map_or("", |kind| kind.path());
    let created = Timestamp::from_seconds(event.number("created")).to_iso8601();
    json!({
        "id": event.text("id"),
        "object": "v2.core.event",
        "changes": null,
        "context": null,
        "created": created,
        "livemode": event.is_true("livemode"),
        "reason": {
            "type": "request",
            "request": event.member("request"),
        },
        "related_object": {"id": id, "type": kind, "url": format!("/v1/{path}/{id}")},
        "type": format!("v1.{}", event.text("type")),
    })
}

fn shuffle(scope: &AccountScope<'_>, events: &mut [OutgoingEvent]) -> Result<(), StripeError> {
    for last in (1..events.len()).rev() {
        let limit = u32::try_from(last).unwrap_or(u32::MAX).saturating_add(1);
        let other = usize::try_from(scope.draw_below(limit)?).unwrap_or_default();
        events.swap(last, other);
    }
    Ok(())
}

/// Records the result of an attempt: a delivered event is done, another one is repeated later.
pub(crate) fn record_result(
    state: &mut DoubleState,
    tools: &Tools,
    delivery: &str,
    is_delivered: bool,
) {
    let now = state.now(&tools.clock).seconds();
    for data in state.modes.values_mut() {
        let found = data
            .deliveries
            .iter()
            .position(|pending| pending.id == delivery);
        let Some(index) = found else { continue };
        let mut pending = data.deliveries.remove(index);
        let events = data.table_mut(ObjectKind::Event);
        let Some(event) = events.get_mut(&pending.event) else {
            continue;
        };
        if is_delivered {
            let left = event.number("pending_webhooks").saturating_sub(1).max(0);
            event.put("pending_webhooks", left);
        } else if now.saturating_sub(event.number("created")) < MAX_AGE {
            let pause = PAUSES.get(pending.failures).copied().unwrap_or(LAST_PAUSE);
            pending.failures += 1;
            pending.due_at = now.saturating_add(pause);
            data.deliveries.push(pending);
        }
    }
}
