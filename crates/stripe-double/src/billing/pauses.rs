//! Subscriptions that are paused after a trial, are not collected for a time, or were never paid.

use serde_json::Value;

use super::change::{invoice_of_change, pay_now};
use super::drafts::{add_lines, blank_invoice, store_draft};
use super::items::{BillingPeriod, interval_of, period_lines, put_period};
use super::stored::update;
use super::void::void_invoice;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Resumes a paused subscription: a new period begins when its invoice is paid. Returns the subscription.
pub(crate) fn resume(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    if subscription.text("status") != "paused" {
        let message = "You can only resume a subscription whose status is `paused`.";
        return Err(StripeError::invalid(message));
    }
    let now = scope.now;
    let items = subscription.items("items.data");
    let period = BillingPeriod {
        start: now,
        end: interval_of(items)?.next_boundary(now, now),
    };
    let renewed = update(scope, id, |subscription| {
        let mut items = subscription.items("items.data").to_owned();
        put_period(&mut items, period);
        subscription.put("items.data", items);
        subscription.put("billing_cycle_anchor", now);
    })?;
    let new = invoice_of_change(scope, &renewed, now);
    let mut invoice = blank_invoice(scope, &new)?;
    let lines = period_lines(scope, renewed.items("items.data"), period);
    add_lines(scope, &mut invoice, &lines)?;
    let stored = store_draft(scope, invoice)?;
    scope.change(ObjectKind::Subscription, id, |subscription| {
        subscription.put("latest_invoice", stored.text("id"));
    })?;
    pay_now(scope, stored.text("id"))?;
    scope.get(ObjectKind::Subscription, id).cloned()
}

/// Collects invoices again when the time of a pause has passed.
pub(crate) fn resume_collection(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let at = subscription.member("pause_collection.resumes_at").as_i64();
    if at.is_some_and(|at| at <= scope.now) {
        update(scope, id, |subscription| {
            subscription.put("pause_collection", Value::Null);
        })?;
    }
    Ok(())
}

/// Ends a subscription whose first invoice was not paid in time.
pub(crate) fn expire_incomplete(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    if subscription.text("status") != "incomplete" {
        return Ok(());
    }
    let invoice = subscription.text("latest_invoice").to_owned();
    void_invoice(scope, &invoice).map(|_invoice| ())
}

/// Records that a trial ends soon.
pub(crate) fn warn_of_trial_end(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    if subscription.text("status") != "trialing" {
        return Ok(());
    }
    events::emit(scope, "customer.subscription.trial_will_end", &subscription)
}
