//! The end of subscriptions.

use serde_json::Value;

use super::drafts::{NewInvoice, blank_invoice, store_draft};
use super::finalize::finalize;
use super::items::period_of;
use super::pending_items::{add_pending_items, store_pending_items};
use super::prorations::unused_lines;
use super::schedule_end::end_schedule;
use super::stored::{invoices_of, is_live, update_invoice};
use super::void::void_invoice;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// The way in which a subscription is canceled.
#[derive(Clone, Debug)]
pub(crate) struct Cancellation {
    /// Value of `cancellation_details.reason`.
    pub(crate) reason: &'static str,
    /// Credits the unused time.
    pub(crate) is_prorated: bool,
    /// Puts credits and pending items into a last invoice.
    pub(crate) is_invoiced: bool,
}

impl Cancellation {
    /// Returns a cancellation without a credit.
    pub(crate) const fn plain(reason: &'static str) -> Self {
        Self {
            reason,
            is_prorated: false,
            is_invoiced: false,
        }
    }
}

/// Cancels a subscription now and returns it. Its drafts and open invoices are not collected any more.
pub(crate) fn cancel(
    scope: &mut AccountScope<'_>,
    id: &str,
    cancellation: &Cancellation,
) -> Result<Value, StripeError> {
    let before = scope.get(ObjectKind::Subscription, id)?.clone();
    if !is_live(&before) {
        return Err(StripeError::missing("subscription", id));
    }
    let waiting = before.text("pending_update._invoice");
    if !waiting.is_empty() {
        void_invoice(scope, waiting)?;
    }
    if cancellation.is_prorated {
        let lines = unused_lines(scope, before.items("items.data"), scope.now);
        store_pending_items(scope, &before, lines)?;
    }
    if cancellation.is_invoiced {
        invoice_rest(scope, &before)?;
    }
    let now = scope.now;
    let status = match before.text("status") {
        "incomplete" => "incomplete_expired",
        _ => "canceled",
    };
    let ended = scope.change(ObjectKind::Subscription, id, |subscription| {
        subscription.put("status", status);
        subscription.put("ended_at", now);
        if subscription.member("canceled_at").is_null() {
            subscription.put("canceled_at", now);
        }
        subscription.put("cancellation_details.reason", cancellation.reason);
        subscription.put("pending_update", Value::Null);
        subscription.put("schedule", Value::Null);
    })?;
    for status in ["draft", "open"] {
        for invoice in invoices_of(scope, id, status) {
            update_invoice(scope, invoice.text("id"), |invoice| {
                invoice.put("auto_advance", false);
                invoice.put("automatically_finalizes_at", Value::Null);
                invoice.put("next_payment_attempt", Value::Null);
            })?;
        }
    }
    let schedule = before.text("schedule");
    if !schedule.is_empty() {
        end_schedule(scope, schedule, "canceled")?;
    }
    events::emit(scope, "customer.subscription.deleted", &ended)?;
    scope.get(ObjectKind::Subscription, id).cloned()
}

/// Invoices the pending items of a subscription that ends.
fn invoice_rest(scope: &mut AccountScope<'_>, subscription: &Value) -> Result<(), StripeError> {
    let period = period_of(subscription.items("items.data"));
    let new = NewInvoice {
        customer: subscription.text("customer").to_owned(),
        currency: subscription.text("currency").to_owned(),
        reason: "subscription_update",
        subscription: subscription.clone(),
        period_start: period.start,
        period_end: scope.now,
        auto_advance: false,
        is_taxed: subscription.is_true("automatic_tax.enabled"),
        percent_off: 0,
    };
    let mut invoice = blank_invoice(scope, &new)?;
    add_pending_items(scope, &mut invoice, subscription.text("id"))?;
    if invoice.items("lines.data").is_empty() {
        return Ok(());
    }
    let stored = store_draft(scope, invoice)?;
    let id = stored.text("id").to_owned();
    finalize(scope, &id)?;
    scope.change(ObjectKind::Subscription, subscription.text("id"), |found| {
        found.put("latest_invoice", id);
    })?;
    Ok(())
}
