//! Ends of periods and trials, by the double's clock.

use serde_json::Value;

use super::cancel::{Cancellation, cancel};
use super::collect::{CollectionResult, collect_automatically, method_of};
use super::drafts::{NewInvoice, add_lines, blank_invoice, store_draft};
use super::finalize::finalize;
use super::items::{BillingPeriod, interval_of, period_lines, period_of, put_period};
use super::pending_items::add_pending_items;
use super::retries::plan_retry;
use super::schedule_phases::end_phase;
use super::stored::{is_live, is_renewed, schedule_end, update};
use super::void::{mark_uncollectible, void_invoice};
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Ends the period of a subscription: it renews, ends its trial, or is canceled.
pub(crate) fn end_period(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    if !is_due(scope, &subscription) {
        return Ok(());
    }
    let cancel_at = subscription.member("cancel_at").as_i64();
    if cancel_at.is_some_and(|at| at <= scope.now) {
        return end_canceled(scope, id);
    }
    if !subscription.text("schedule").is_empty() {
        end_phase(scope, subscription.text("schedule"))?;
    }
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    if !is_due(scope, &subscription) {
        return Ok(());
    }
    if subscription.text("status") == "trialing" {
        return end_trial(scope, &subscription);
    }
    renew(scope, &subscription)
}

fn is_due(scope: &AccountScope<'_>, subscription: &Value) -> bool {
    let period = period_of(subscription.items("items.data"));
    is_renewed(subscription) && period.end <= scope.now
}

/// Cancels a subscription at the time that was set for that.
pub(crate) fn end_canceled(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let at = subscription.member("cancel_at").as_i64();
    if is_live(subscription) && at.is_some_and(|at| at <= scope.now) {
        cancel(scope, id, &Cancellation::plain("cancellation_requested"))?;
    }
    Ok(())
}

/// Ends a trial: without a payment method the subscription is canceled, paused or invoiced, as it says.
fn end_trial(scope: &mut AccountScope<'_>, subscription: &Value) -> Result<(), StripeError> {
    let id = subscription.text("id");
    let behavior = "trial_settings.end_behavior.missing_payment_method";
    let has_method = has_method(scope, subscription);
    match subscription.text(behavior) {
        "cancel" if !has_method => {
            cancel(scope, id, &Cancellation::plain("cancellation_requested"))?;
            Ok(())
        }
        "pause" if !has_method => {
            let paused = update(scope, id, |subscription| {
                subscription.put("status", "paused");
            })?;
            events::emit(scope, "customer.subscription.paused", &paused)
        }
        _ => renew(scope, subscription),
    }
}

fn has_method(scope: &AccountScope<'_>, subscription: &Value) -> bool {
    let mut invoice = serde_json::json!({"customer": subscription.text("customer")});
    invoice.put(
        "parent.subscription_details.subscription",
        subscription.text("id"),
    );
    method_of(scope, &invoice).is_some()
}

/// Begins the next period of a subscription with the draft of its invoice.
fn renew(scope: &mut AccountScope<'_>, subscription: &Value) -> Result<(), StripeError> {
    let id = subscription.text("id");
    let old = period_of(subscription.items("items.data"));
    let period = next_period(subscription)?;
    let renewed = update(scope, id, |subscription| {
        let mut items = subscription.items("items.data").to_owned();
        put_period(&mut items, period);
        subscription.put("items.data", items);
        if subscription.text("status") == "trialing" {
            subscription.put("status", "active");
        }
    })?;
    schedule_end(scope, &renewed);
    let is_collected =
        renewed.member("pause_collection").is_null() && renewed.text("status") != "unpaid";
    let new = cycle_invoice(&renewed, old, is_collected);
    let mut invoice = blank_invoice(scope, &new)?;
    add_pending_items(scope, &mut invoice, id)?;
    let lines = period_lines(scope, renewed.items("items.data"), period);
    add_lines(scope, &mut invoice, &lines)?;
    let stored = store_draft(scope, invoice)?;
    update(scope, id, |subscription| {
        subscription.put("latest_invoice", stored.text("id"));
    })?;
    match renewed.text("pause_collection.behavior") {
        "void" => end_uncollected(scope, stored.text("id"), void_invoice),
        "mark_uncollectible" => end_uncollected(scope, stored.text("id"), mark_uncollectible),
        _ => Ok(()),
    }
}

/// Returns the period that follows the running one.
pub(super) fn next_period(subscription: &Value) -> Result<BillingPeriod, StripeError> {
    let items = subscription.items("items.data");
    let old = period_of(items);
    let anchor = subscription.number("billing_cycle_anchor");
    Ok(BillingPeriod {
        start: old.end,
        end: interval_of(items)?.next_boundary(anchor, old.end),
    })
}

/// Returns the invoice at the end of a period.
pub(super) fn cycle_invoice(
    subscription: &Value,
    old: BillingPeriod,
    auto_advance: bool,
) -> NewInvoice {
    NewInvoice {
        customer: subscription.text("customer").to_owned(),
        currency: subscription.text("currency").to_owned(),
        reason: "subscription_cycle",
        subscription: subscription.clone(),
        period_start: old.start,
        period_end: old.end,
        auto_advance,
        is_taxed: subscription.is_true("automatic_tax.enabled"),
        percent_off: 0,
    }
}

/// Finalizes an invoice that is not collected, and ends it.
fn end_uncollected(
    scope: &mut AccountScope<'_>,
    invoice: &str,
    end: fn(&mut AccountScope<'_>, &str) -> Result<Value, StripeError>,
) -> Result<(), StripeError> {
    let finalized = finalize(scope, invoice)?;
    if finalized.text("status") == "open" {
        end(scope, invoice)?;
    }
    Ok(())
}

/// Finalizes a draft whose hour has passed, and collects it.
pub(crate) fn finalize_due(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let Some(invoice) = scope.data.find(ObjectKind::Invoice, id) else {
        return Ok(());
    };
    let at = invoice.member("automatically_finalizes_at").as_i64();
    let is_due = at.is_some_and(|at| at <= scope.now) && invoice.is_true("auto_advance");
    if !is_due || invoice.text("status") != "draft" {
        return Ok(());
    }
    let finalized = finalize(scope, id)?;
    let is_open = finalized.text("status") == "open";
    if is_open && collect_automatically(scope, &finalized)? != CollectionResult::Paid {
        plan_retry(scope, id)?;
    }
    Ok(())
}
