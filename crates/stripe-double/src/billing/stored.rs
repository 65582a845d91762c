//! Stored subscriptions: their changes, with events.

use serde_json::Value;

use super::items::period_of;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Changes a subscription and records the event if it is different then; returns it.
pub(super) fn update(
    scope: &mut AccountScope<'_>,
    id: &str,
    change: impl FnOnce(&mut Value),
) -> Result<Value, StripeError> {
    let before = scope.get(ObjectKind::Subscription, id)?.clone();
    let after = scope.change(ObjectKind::Subscription, id, change)?;
    if before != after {
        events::emit_change(scope, "customer.subscription.updated", &before, &after)?;
    }
    Ok(after)
}

/// Changes an invoice and records `invoice.updated`; returns it.
pub(crate) fn update_invoice(
    scope: &mut AccountScope<'_>,
    id: &str,
    change: impl FnOnce(&mut Value),
) -> Result<Value, StripeError> {
    let before = scope.get(ObjectKind::Invoice, id)?.clone();
    let after = scope.change(ObjectKind::Invoice, id, change)?;
    if before != after {
        events::emit_change(scope, "invoice.updated", &before, &after)?;
    }
    Ok(after)
}

/// Schedules the end of a subscription's period.
pub(super) fn schedule_end(scope: &mut AccountScope<'_>, subscription: &Value) {
    let period = period_of(subscription.items("items.data"));
    scope.schedule(period.end, TaskKind::EndPeriod, subscription.text("id"));
}

/// Returns true for a subscription that renews.
pub(super) fn is_renewed(subscription: &Value) -> bool {
    let statuses = ["trialing", "active", "past_due", "unpaid"];
    statuses.contains(&subscription.text("status"))
}

/// Returns true for a subscription that has not ended.
pub(crate) fn is_live(subscription: &Value) -> bool {
    !["canceled", "incomplete_expired"].contains(&subscription.text("status"))
}

/// Returns the invoices of a subscription with a status, oldest first.
pub(super) fn invoices_of(
    scope: &AccountScope<'_>,
    subscription: &str,
    status: &str,
) -> Vec<Value> {
    let invoices = scope.data.objects(ObjectKind::Invoice);
    let found = invoices.filter(|invoice| {
        super::drafts::subscription_of(invoice) == subscription && invoice.text("status") == status
    });
    found.cloned().collect()
}
