//! Phases of subscription schedules, by the double's clock.

use serde_json::{Value, json};

use super::cancel::{Cancellation, cancel};
use super::change::{PaymentBehavior, change_subscription};
use super::items::{interval_of, period_of};
use super::plan_change::{ItemChange, ProrationBehavior, SubscriptionChange, plan_change};
use super::schedule_end::end_schedule;
use super::stored::update;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

const KIND: ObjectKind = ObjectKind::SubscriptionSchedule;

/// Ends the phase of a schedule if its time has come: the next one begins, or the schedule ends.
pub(crate) fn end_phase(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let schedule = scope.get(KIND, id)?.clone();
    let end = schedule.member("current_phase.end_date").as_i64();
    if schedule.text("status") != "active" || end.is_none_or(|end| end > scope.now) {
        return Ok(());
    }
    let mut phases = schedule.items("phases").iter();
    let next = phases.find(|phase| phase.member("start_date").as_i64() == end);
    let Some(phase) = next else {
        return end_last_phase(scope, &schedule);
    };
    let current = json!({
        "end_date": phase.member("end_date"),
        "start_date": phase.member("start_date"),
    });
    let after = scope.change(KIND, id, |schedule| schedule.put("current_phase", current))?;
    scope.schedule(phase.number("end_date"), TaskKind::EndPhase, id);
    events::emit_change(scope, "subscription_schedule.updated", &schedule, &after)?;
    begin_phase(scope, schedule.text("subscription"), phase)
}

fn end_last_phase(scope: &mut AccountScope<'_>, schedule: &Value) -> Result<(), StripeError> {
    let subscription = schedule.text("subscription");
    if schedule.text("end_behavior") == "cancel" {
        cancel(
            scope,
            subscription,
            &Cancellation::plain("cancellation_requested"),
        )?;
        return Ok(());
    }
    release(scope, schedule.text("id")).map(|_schedule| ())
}

/// Releases a subscription from its schedule, whose later phases never begin; returns the schedule.
pub(crate) fn release(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let schedule = scope.get(KIND, id)?.clone();
    let status = schedule.text("status");
    if !["active", "not_started"].contains(&status) {
        let message = format!(
            "You cannot release a subscription schedule that is currently in the `{status}` \
             status. It must have status `not_started` or `active`."
        );
        return Err(StripeError::invalid(message));
    }
    let released = end_schedule(scope, id, "released")?;
    update(scope, schedule.text("subscription"), |subscription| {
        subscription.put("schedule", Value::Null);
    })?;
    Ok(released)
}

/// Gives a subscription the items of a phase. At the end of a period no time is prorated.
fn begin_phase(scope: &mut AccountScope<'_>, id: &str, phase: &Value) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    let changes = changes_of(scope, &subscription, phase)?;
    let proration = match phase.text("proration_behavior") {
        "none" => ProrationBehavior::None,
        "always_invoice" => ProrationBehavior::AlwaysInvoice,
        _ => ProrationBehavior::Create,
    };
    let change = SubscriptionChange {
        items: changes,
        proration,
        at: scope.now,
        has_new_anchor: false,
        ends_trial: false,
    };
    let period = period_of(subscription.items("items.data"));
    if period.end > scope.now {
        change_subscription(scope, id, &change, PaymentBehavior::ChangeFirst)?;
        return Ok(());
    }
    let planned = plan_change(scope, &subscription, &change)?;
    let mut items = planned.members.items("items").to_owned();
    let has_other_interval = interval_of(&items)? != interval_of(subscription.items("items.data"))?;
    super::items::put_period(&mut items, period);
    let now = scope.now;
    update(scope, id, |subscription| {
        subscription.put("items.data", items);
        if has_other_interval {
            subscription.put("billing_cycle_anchor", now);
        }
    })?;
    Ok(())
}

/// Returns the changes from the items of a subscription to those of a phase, by position.
fn changes_of(
    scope: &AccountScope<'_>,
    subscription: &Value,
    phase: &Value,
) -> Result<Vec<ItemChange>, StripeError> {
    let items = subscription.items("items.data");
    let wanted = phase.items("items");
    let mut changes = Vec::new();
    for index in 0..items.len().max(wanted.len()) {
        let id = items.get(index).map_or("", |item| item.text("id"));
        let new = wanted.get(index);
        let price = new.map(|new| scope.get(ObjectKind::Price, new.text("price")));
        changes.push(ItemChange {
            id: id.to_owned(),
            price: price.transpose()?.cloned().unwrap_or_default(),
            quantity: new.map(|new| new.number("quantity")),
            is_deleted: new.is_none(),
        });
    }
    Ok(changes)
}
