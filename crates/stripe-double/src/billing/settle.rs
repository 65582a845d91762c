//! Effects of an invoice on its subscription: paid, failed or voided.

use serde_json::Value;

use super::drafts::subscription_of;
use super::stored::{schedule_end, update};
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Applies that an invoice was paid.
pub(super) fn settle_paid(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
) -> Result<(), StripeError> {
    let id = subscription_of(invoice).to_owned();
    if id.is_empty() {
        return Ok(());
    }
    if invoice.member("_pending_update").is_object() {
        return apply_pending(scope, &id, invoice);
    }
    let subscription = scope.get(ObjectKind::Subscription, &id)?;
    let is_latest = subscription.text("latest_invoice") == invoice.text("id");
    match subscription.text("status") {
        "incomplete" | "past_due" | "unpaid" if is_latest => {
            update(scope, &id, |subscription| {
                subscription.put("status", "active");
            })?;
        }
        "paused" if is_latest => {
            let resumed = update(scope, &id, |subscription| {
                subscription.put("status", "active");
            })?;
            schedule_end(scope, &resumed);
            events::emit(scope, "customer.subscription.resumed", &resumed)?;
        }
        _ => {}
    }
    Ok(())
}

/// Applies the change that waited for an invoice to be paid.
fn apply_pending(
    scope: &mut AccountScope<'_>,
    id: &str,
    invoice: &Value,
) -> Result<(), StripeError> {
    let planned = invoice.member("_pending_update");
    let had_waited = scope
        .get(ObjectKind::Subscription, id)?
        .member("pending_update")
        .is_object();
    let changed = update(scope, id, |subscription| {
        put_planned(subscription, planned);
        subscription.put("latest_invoice", invoice.text("id"));
        subscription.put("pending_update", Value::Null);
    })?;
    schedule_end(scope, &changed);
    if had_waited {
        events::emit(
            scope,
            "customer.subscription.pending_update_applied",
            &changed,
        )?;
    }
    Ok(())
}

/// Sets the members of a subscription that a planned change has.
pub(super) fn put_planned(subscription: &mut Value, planned: &Value) {
    subscription.put("items.data", planned.member("items").clone());
    for name in ["billing_cycle_anchor", "status", "trial_end"] {
        let value = planned.member(name);
        if !value.is_null() {
            subscription.put(name, value.clone());
        }
    }
}

/// Applies that an invoice was not paid: the subscription is past due, unless the invoice is of a change that waits.
pub(super) fn settle_failed(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
) -> Result<(), StripeError> {
    let id = subscription_of(invoice).to_owned();
    if id.is_empty() || invoice.member("_pending_update").is_object() {
        return Ok(());
    }
    let subscription = scope.get(ObjectKind::Subscription, &id)?;
    let is_latest = subscription.text("latest_invoice") == invoice.text("id");
    if is_latest && subscription.text("status") == "active" {
        update(scope, &id, |subscription| {
            subscription.put("status", "past_due");
        })?;
    }
    Ok(())
}

/// Applies that an invoice was voided: the status follows from the newest other invoice.
pub(super) fn settle_voided(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
) -> Result<(), StripeError> {
    let id = subscription_of(invoice).to_owned();
    if id.is_empty() {
        return Ok(());
    }
    let subscription = scope.get(ObjectKind::Subscription, &id)?;
    let is_latest = subscription.text("latest_invoice") == invoice.text("id");
    let status = subscription.text("status").to_owned();
    if invoice.member("_pending_update").is_object() {
        return drop_pending(scope, &id, invoice);
    }
    if !is_latest {
        return Ok(());
    }
    let next = match status.as_str() {
        "incomplete" => "incomplete_expired",
        "past_due" | "unpaid" if !has_unpaid(scope, &id) => "active",
        _ => return Ok(()),
    };
    let now = scope.now;
    update(scope, &id, |subscription| {
        subscription.put("status", next);
        if next == "incomplete_expired" {
            subscription.put("ended_at", now);
        }
    })?;
    Ok(())
}

fn has_unpaid(scope: &AccountScope<'_>, subscription: &str) -> bool {
    let mut invoices = scope.data.objects(ObjectKind::Invoice);
    invoices.any(|invoice| {
        subscription_of(invoice) == subscription
            && ["open", "uncollectible"].contains(&invoice.text("status"))
    })
}

/// Discards the change that waited for a voided invoice.
fn drop_pending(
    scope: &mut AccountScope<'_>,
    id: &str,
    invoice: &Value,
) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let is_waiting = subscription.member("pending_update").is_object()
        && subscription.text("latest_invoice") == invoice.text("id");
    if is_waiting {
        update(scope, id, |subscription| {
            subscription.put("pending_update", Value::Null);
        })?;
    }
    Ok(())
}
