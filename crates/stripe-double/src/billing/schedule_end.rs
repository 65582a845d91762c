//! The end of subscription schedules.

use serde_json::Value;

use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Ends a schedule with the status `released`, `completed` or `canceled`; returns it.
pub(crate) fn end_schedule(
    scope: &mut AccountScope<'_>,
    id: &str,
    status: &str,
) -> Result<Value, StripeError> {
    let now = scope.now;
    let ended = scope.change(ObjectKind::SubscriptionSchedule, id, |schedule| {
        schedule.put("status", status);
        schedule.put("current_phase", Value::Null);
        if status == "released" {
            let subscription = schedule.member("subscription").clone();
            schedule.put("released_subscription", subscription);
            schedule.put("subscription", Value::Null);
        }
        schedule.put(&format!("{status}_at"), now);
    })?;
    events::emit(scope, &format!("subscription_schedule.{status}"), &ended)?;
    Ok(ended)
}
