//! Handles the calls that concern subscription schedules.

use serde_json::{Value, json};

use super::fields::{is_equal, put_metadata};
use super::schedule_phases::{phase_of_subscription, read_phases};
use crate::billing::{Cancellation, cancel, is_live, release};
use crate::calls::{ApiOperation, Call, list, list_parameters};
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{Members, ObjectKind, TaskKind};

const KIND: ObjectKind = ObjectKind::SubscriptionSchedule;
const READ: &str = "subscription_read";
const WRITE: &str = "subscription_write";

pub(super) const OPERATIONS: &[ApiOperation] = &[
    ApiOperation::post("/v1/subscription_schedules", WRITE, create)
        .with(&["from_subscription", "metadata.*"]),
    ApiOperation::get("/v1/subscription_schedules", READ, |call| {
        list(call, KIND, |schedule| {
            is_equal(schedule, call.parameters, "customer")
        })
    })
    .with(list_parameters!["customer"]),
    ApiOperation::get("/v1/subscription_schedules/{id}", READ, |call| {
        call.retrieve(KIND)
    }),
    ApiOperation::post("/v1/subscription_schedules/{id}", WRITE, update).with(&[
        "end_behavior",
        "metadata.*",
        "phases.*.duration.interval",
        "phases.*.duration.interval_count",
        "phases.*.end_date",
        "phases.*.items.*.price",
        "phases.*.items.*.quantity",
        "phases.*.metadata.*",
        "phases.*.proration_behavior",
        "phases.*.start_date",
        "proration_behavior",
    ]),
    ApiOperation::post("/v1/subscription_schedules/{id}/release", WRITE, |call| {
        call.retrieve(KIND)?;
        release(&mut call.scope, call.id)
    })
    .with(&["preserve_cancel_date"]),
    ApiOperation::post("/v1/subscription_schedules/{id}/cancel", WRITE, |call| {
        let schedule = call.retrieve(KIND)?;
        if schedule.text("status") != "active" {
            return Err(StripeError::invalid("This schedule is not active."));
        }
        let cancellation = Cancellation::plain("cancellation_requested");
        cancel(
            &mut call.scope,
            schedule.text("subscription"),
            &cancellation,
        )?;
        call.retrieve(KIND)
    }),
];

/// Creates a schedule whose only phase is the running period of a subscription.
fn create(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let subscription_id = call.parameters.required("from_subscription")?;
    let subscription = call
        .scope
        .referenced(
            ObjectKind::Subscription,
            subscription_id,
            "from_subscription",
        )?
        .clone();
    let is_managed = !subscription.text("schedule").is_empty();
    let message = if is_managed {
        "You cannot migrate a subscription that is already attached to a schedule."
    } else if !is_live(&subscription) {
        "You cannot migrate a subscription that has ended."
    } else if subscription.is_true("cancel_at_period_end") {
        "You cannot migrate a subscription that is set to cancel at the end of its period."
    } else {
        ""
    };
    if !message.is_empty() {
        return Err(StripeError::invalid(message).about("from_subscription"));
    }
    let phase = phase_of_subscription(&subscription);
    let id = call.scope.new_id(KIND)?;
    let mut schedule = filled(
        "subscription_schedule",
        json!({
            "id": id,
            "created": call.scope.now,
            "current_phase": {
                "end_date": phase.member("end_date"),
                "start_date": phase.member("start_date"),
            },
            "customer": subscription.text("customer"),
            "livemode": call.scope.data.is_live,
            "subscription": subscription_id,
        }),
    );
    call.scope
        .schedule(phase.number("end_date"), TaskKind::EndPhase, &id);
    schedule.put("phases", json!([phase]));
    put_metadata(&mut schedule, call.parameters)?;
    call.scope.insert(KIND, schedule.clone());
    events::emit(&mut call.scope, "subscription_schedule.created", &schedule)?;
    let after = call
        .scope
        .change(ObjectKind::Subscription, subscription_id, |found| {
            found.put("schedule", id.as_str());
        })?;
    let event = "customer.subscription.updated";
    events::emit_change(&mut call.scope, event, &subscription, &after)?;
    Ok(schedule)
}

/// Replaces the phases of a schedule that has not ended.
fn update(call: &mut Call<'_>) -> Result<Value, StripeError> {
    let before = call.retrieve(KIND)?;
    let status = before.text("status");
    if status != "active" {
        let message = format!(
            "You cannot update a subscription schedule that is currently in the `{status}` status."
        );
        return Err(StripeError::invalid(message));
    }
    let mut after = before.clone();
    let behaviors = ["cancel", "release"];
    if let Some(behavior) = call.parameters.choice("end_behavior", &behaviors)? {
        after.put("end_behavior", behavior);
    }
    put_metadata(&mut after, call.parameters)?;
    if call.parameters.has("phases") {
        let phases = read_phases(call, &before)?;
        let first = phases.first().cloned().unwrap_or_default();
        let (start, end) = (first.number("start_date"), first.number("end_date"));
        after.put(
            "current_phase",
            json!({"end_date": end, "start_date": start}),
        );
        after.put("phases", phases);
        call.scope.schedule(end, TaskKind::EndPhase, call.id);
    }
    call.scope.insert(KIND, after.clone());
    events::emit_change(
        &mut call.scope,
        "subscription_schedule.updated",
        &before,
        &after,
    )?;
    Ok(after)
}
