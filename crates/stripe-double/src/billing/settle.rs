//! Effects of an invoice on its subscription: paid, failed or voided.

use serde_json::Value;

use super::drafts::subscription_of;
use super::items::period_of;
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
    if !is_decisive(scope, invoice) {
        return Ok(());
    }
    match scope.get(ObjectKind::Subscription, &id)?.text("status") {
        "incomplete" | "past_due" | "unpaid" => {
            update(scope, &id, |subscription| {
                subscription.put("status", "active");
            })?;
        }
        "paused" => {
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
    if subscription.is_true("cancel_at_period_end") {
        let period = period_of(subscription.items("items.data"));
        subscription.put("cancel_at", period.end);
    }
}

/// Applies that a payment failed: the subscription is past due, unless the invoice is of a waiting change.
pub(super) fn settle_failed(
    scope: &mut AccountScope<'_>,
    invoice: &Value,
) -> Result<(), StripeError> {
    let id = subscription_of(invoice).to_owned();
    if id.is_empty() || invoice.member("_pending_update").is_object() {
        return Ok(());
    }
    let subscription = scope.get(ObjectKind::Subscription, &id)?;
    if subscription.text("status") == "active" && is_decisive(scope, invoice) {
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
    if invoice.member("_pending_update").is_object() {
        return drop_pending(scope, &id, invoice);
    }
    let subscription = scope.get(ObjectKind::Subscription, &id)?;
    let next = match subscription.text("status") {
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
    let mut decisive = decisive_invoices(scope, subscription);
    decisive.any(|invoice| invoice.text("status") != "paid")
}

/// Returns true for the invoice that decides about the status of its subscription: the newest one.
fn is_decisive(scope: &AccountScope<'_>, invoice: &Value) -> bool {
    let mut decisive = decisive_invoices(scope, subscription_of(invoice));
    decisive
        .next()
        .is_some_and(|newest| newest.text("id") == invoice.text("id"))
}

/// Returns the invoices of a subscription, newest first, without drafts, voided ones, and those of waiting changes.
fn decisive_invoices<'s>(
    scope: &'s AccountScope<'_>,
    subscription: &'s str,
) -> impl Iterator<Item = &'s Value> {
    let invoices = scope.data.objects(ObjectKind::Invoice).rev();
    invoices.filter(move |invoice| {
        subscription_of(invoice) == subscription
            && ["open", "paid", "uncollectible"].contains(&invoice.text("status"))
            && !invoice.member("_pending_update").is_object()
    })
}

/// Discards the change that waited for a voided invoice.
fn drop_pending(
    scope: &mut AccountScope<'_>,
    id: &str,
    invoice: &Value,
) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let is_waiting = subscription.text("pending_update._invoice") == invoice.text("id");
    if is_waiting {
        update(scope, id, |subscription| {
            subscription.put("pending_update", Value::Null);
        })?;
    }
    Ok(())
}
