//! Updates of subscriptions.

use serde_json::{Value, json};

use super::fields::{put_metadata, put_texts};
use super::subscription_items::{own_method, read_change};
use crate::billing::{PaymentBehavior, change_subscription, is_live};
use crate::calls::Call;
use crate::error::StripeError;
use crate::events;
use crate::state::{Members, ObjectKind, TaskKind};

const KIND: ObjectKind = ObjectKind::Subscription;
const AT_TRIAL_END: &str = "trial_settings.end_behavior.missing_payment_method";

pub(super) const PARAMETERS: &[&str] = &[
    "billing_cycle_anchor",
    "cancel_at",
    "cancel_at_period_end",
    "cancellation_details.comment",
    "cancellation_details.feedback",
    "default_payment_method",
    "description",
    "items.*.deleted",
    "items.*.id",
    "items.*.price",
    "items.*.quantity",
    "metadata.*",
    "off_session",
    "pause_collection",
    "pause_collection.behavior",
    "pause_collection.resumes_at",
    "payment_behavior",
    "proration_behavior",
    "proration_date",
    "trial_end",
    AT_TRIAL_END,
];
/// Parameters that a change which waits for its payment does not take.
const NOT_PENDING: &[&str] = &[
    "cancel_at",
    "cancel_at_period_end",
    "cancellation_details",
    "default_payment_method",
    "description",
    "metadata",
    "pause_collection",
    "trial_settings",
];

/// Updates a subscription: what it costs first, then its other members.
pub(super) fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let change = read_change(call, "")?;
    let behavior = payment_behavior(call)?;
    check_status(call, &before, change.is_empty())?;
    check_schedule(call, &before)?;
    let method = own_method(call, before.text("customer"), "default_payment_method")?;
    if behavior == PaymentBehavior::ChangeWhenPaid {
        let mut refused = NOT_PENDING.iter();
        if let Some(name) = refused.find(|name| call.parameters.has(name)) {
            let message = format!(
                "You cannot pass `{name}` when `payment_behavior` is set to `pending_if_incomplete`."
            );
            return Err(StripeError::invalid(message).about(name));
        }
    }
    if !change.is_empty() {
        change_subscription(&mut call.scope, call.id, &change, behavior)?;
    }
    let before = call.retrieve(KIND)?;
    let mut after = before.clone();
    put_members(call, &mut after)?;
    if !method.is_null() {
        after.put("default_payment_method", method);
    }
    put_cancellation(call, &mut after)?;
    put_pause(call, &mut after)?;
    if after != before {
        call.scope.insert(KIND, after.clone());
        let event = "customer.subscription.updated";
        events::emit_change(&mut call.scope, event, &before, &after)?;
    }
    Ok(after)
}

fn payment_behavior(call: &Call<'_>) -> Result<PaymentBehavior, StripeError> {
    let words = [
        "allow_incomplete",
        "default_incomplete",
        "error_if_incomplete",
        "pending_if_incomplete",
    ];
    Ok(match call.parameters.choice("payment_behavior", &words)? {
        Some("pending_if_incomplete") => PaymentBehavior::ChangeWhenPaid,
        Some("error_if_incomplete") => PaymentBehavior::RefuseUnpaid,
        _ => PaymentBehavior::ChangeFirst,
    })
}

/// Refuses changes of a subscription that has ended, or that was never paid.
fn check_status(
    call: &Call<'_>,
    subscription: &Value,
    costs_stay: bool,
) -> Result<(), StripeError> {
    let names = [
        "cancel_at",
        "cancel_at_period_end",
        "default_payment_method",
        "pause_collection",
        "trial_settings",
    ];
    let is_changed = !costs_stay || names.iter().any(|name| call.parameters.has(name));
    let message = if !is_live(subscription) && is_changed {
        "A canceled subscription can only update its cancellation_details and metadata."
    } else if subscription.text("status") == "incomplete" && !costs_stay {
        "This subscription's first invoice is not paid, so that its items cannot be changed."
    } else {
        return Ok(());
    };
    Err(StripeError::invalid(message))
}

/// Refuses a cancellation of a subscription with a schedule, which has to be released first.
fn check_schedule(call: &Call<'_>, subscription: &Value) -> Result<(), StripeError> {
    let schedule = subscription.text("schedule");
    let names = ["cancel_at", "cancel_at_period_end"];
    let changes = names.iter().any(|name| call.parameters.has(name));
    if schedule.is_empty() || !changes {
        return Ok(());
    }
    let message = format!(
        "The subscription is managed by the subscription schedule `{schedule}`, and updating any \
         cancelation behavior directly is not allowed. Please update the schedule instead."
    );
    Err(StripeError::invalid(message).about("cancel_at_period_end"))
}

fn put_members(call: &Call<'_>, subscription: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    put_texts(subscription, parameters, &["description"]);
    put_metadata(subscription, parameters)?;
    for name in ["comment", "feedback"] {
        let path = format!("cancellation_details.{name}");
        if parameters.has(&path) {
            subscription.put(&path, parameters.value(&path));
        }
    }
    let endings = ["cancel", "create_invoice", "pause"];
    if let Some(word) = parameters.choice(AT_TRIAL_END, &endings)? {
        subscription.put(AT_TRIAL_END, word);
    }
    Ok(())
}

/// Sets or clears the time at which the subscription ends.
fn put_cancellation(call: &mut Call<'_>, subscription: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    let first = subscription.items("items.data").first();
    let period_end = first.map_or(0, |item| item.number("current_period_end"));
    let at_period_end = parameters.boolean("cancel_at_period_end")?;
    let cancel_at = match parameters.sent("cancel_at") {
        None => None,
        Some("") => Some(None),
        Some("min_period_end" | "max_period_end") => Some(Some(period_end)),
        Some(_) => Some(parameters.integer("cancel_at")?),
    };
    let cancel_at = match at_period_end {
        Some(true) => Some(Some(period_end)),
        Some(false) => Some(cancel_at.flatten()),
        None => cancel_at,
    };
    let Some(cancel_at) = cancel_at else {
        return Ok(());
    };
    if cancel_at.is_some_and(|at| at <= call.scope.now) {
        let message = "`cancel_at` must be in the future.";
        return Err(StripeError::invalid(message).about("cancel_at"));
    }
    subscription.put("cancel_at_period_end", at_period_end == Some(true));
    subscription.put("cancel_at", cancel_at);
    subscription.put("canceled_at", cancel_at.map(|_at| call.scope.now));
    let reason = cancel_at.map(|_at| "cancellation_requested");
    subscription.put("cancellation_details.reason", reason);
    if let Some(at) = cancel_at {
        call.scope
            .schedule(at, TaskKind::CancelSubscription, call.id);
    }
    Ok(())
}

/// Pauses the collection of invoices, or ends the pause.
fn put_pause(call: &mut Call<'_>, subscription: &mut Value) -> Result<(), StripeError> {
    let parameters = call.parameters;
    if !parameters.has("pause_collection") {
        return Ok(());
    }
    if parameters.sent("pause_collection") == Some("") {
        subscription.put("pause_collection", Value::Null);
        return Ok(());
    }
    let behaviors = ["keep_as_draft", "mark_uncollectible", "void"];
    let behavior = parameters.choice("pause_collection.behavior", &behaviors)?;
    let missing = || StripeError::parameter_missing("pause_collection[behavior]");
    let behavior = behavior.ok_or_else(missing)?;
    let resumes_at = parameters.integer("pause_collection.resumes_at")?;
    if let Some(at) = resumes_at {
        call.scope.schedule(at, TaskKind::ResumeCollection, call.id);
    }
    subscription.put(
        "pause_collection",
        json!({"behavior": behavior, "resumes_at": resumes_at}),
    );
    Ok(())
}
