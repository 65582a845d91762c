//! Phases of subscription schedules, as requests give them.

use serde_json::{Value, json};

use super::subscription_items::recurring_price;
use crate::billing::CalendarInterval;
use crate::calls::Call;
use crate::error::StripeError;
use crate::state::{Members, ObjectKind};

/// Returns the phase of the running period of a subscription.
pub(super) fn phase_of_subscription(subscription: &Value) -> Value {
    let items = subscription.items("items.data");
    let first = items.first();
    let time = |name: &str| first.map_or(0, |item| item.number(name));
    let items: Vec<Value> = items
        .iter()
        .map(|item| write_item(item.text("price.id"), item.number("quantity")))
        .collect();
    let mut phase = json!({
        "currency": subscription.text("currency"),
        "end_date": time("current_period_end"),
        "items": items,
        "metadata": subscription.member("metadata"),
        "proration_behavior": "create_prorations",
        "start_date": time("current_period_start"),
    });
    put_blank(&mut phase);
    phase
}

/// Sets the members of a phase that are always the same here.
fn put_blank(phase: &mut Value) {
    phase.put("add_invoice_items", json!([]));
    phase.put("default_tax_rates", json!([]));
    phase.put("discounts", json!([]));
    for name in [
        "application_fee_percent",
        "billing_cycle_anchor",
        "billing_thresholds",
        "collection_method",
        "default_payment_method",
        "description",
        "invoice_settings",
        "on_behalf_of",
        "transfer_data",
        "trial_end",
    ] {
        phase.put(name, Value::Null);
    }
}

fn write_item(price: &str, quantity: i64) -> Value {
    json!({
        "billing_thresholds": null,
        "discounts": [],
        "metadata": {},
        "price": price,
        "quantity": quantity,
        "tax_rates": [],
    })
}

/// Reads the phases of a request; the first one is that which runs.
pub(super) fn read_phases(call: &Call<'_>, schedule: &Value) -> Result<Vec<Value>, StripeError> {
    let count = call.parameters.length("phases");
    if count == 0 {
        return Err(StripeError::parameter_missing("phases"));
    }
    let running = schedule.number("current_phase.start_date");
    let subscription = schedule.text("subscription");
    let subscription = call.scope.get(ObjectKind::Subscription, subscription)?;
    let mut phases: Vec<Value> = Vec::new();
    for index in 0..count {
        let path = format!("phases.{index}");
        let default_start = phases.last().map(|phase| phase.number("end_date"));
        let start = call.parameters.integer(&format!("{path}.start_date"))?;
        let Some(start) = start.or(default_start) else {
            let message = "The start date of the running phase is missing: phases[0][start_date].";
            return Err(StripeError::invalid(message).about("phases[0][start_date]"));
        };
        let expected = default_start.unwrap_or(running);
        if start != expected {
            let message = format!(
                "You can not modify the start date of the current phase, and phases follow each \
                 other without a gap: {expected} is expected."
            );
            return Err(StripeError::invalid(message).about("phases"));
        }
        let phase = read_phase(call, &path, start)?;
        phases.push(with_subscription(phase, subscription));
    }
    Ok(phases)
}

fn with_subscription(mut phase: Value, subscription: &Value) -> Value {
    phase.put("currency", subscription.text("currency"));
    phase
}

fn read_phase(call: &Call<'_>, path: &str, start: i64) -> Result<Value, StripeError> {
    let parameters = call.parameters;
    let at = |name: &str| format!("{path}.{name}");
    let count = parameters.length(&at("items"));
    if count == 0 {
        return Err(StripeError::parameter_missing("phases[items]"));
    }
    let mut items = Vec::new();
    let mut interval = None;
    for index in 0..count {
        let item = |name: &str| format!("{path}.items.{index}.{name}");
        let price = recurring_price(call, parameters.required(&item("price"))?)?;
        let quantity = parameters.integer(&item("quantity"))?.unwrap_or(1);
        interval = interval.or(CalendarInterval::from_price(&price));
        items.push(write_item(price.text("id"), quantity));
    }
    let word = parameters.text(&at("duration.interval"));
    let number = parameters.integer(&at("duration.interval_count"))?;
    let duration = match word {
        Some(word) => CalendarInterval::new(word, number.unwrap_or(1)),
        None => interval,
    };
    let end = match (parameters.integer(&at("end_date"))?, duration) {
        (Some(end), _) => end,
        (None, Some(duration)) => duration.after(start, 1),
        (None, None) => return Err(StripeError::parameter_missing("phases[end_date]")),
    };
    if end <= start {
        let message = "The end date of a phase is after its start date.";
        return Err(StripeError::invalid(message).about("phases[end_date]"));
    }
    let behaviors = ["always_invoice", "create_prorations", "none"];
    let behavior = parameters.choice(&at("proration_behavior"), &behaviors)?;
    let mut phase = json!({
        "end_date": end,
        "items": items,
        "metadata": parameters.metadata(&at("metadata"), &json!({}))?,
        "proration_behavior": behavior.unwrap_or("create_prorations"),
        "start_date": start,
    });
    put_blank(&mut phase);
    Ok(phase)
}
