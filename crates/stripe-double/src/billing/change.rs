//! Changes of a subscription's items, with their invoices and payments.

use serde_json::{Value, json};

use super::collect::{CollectionResult, collect_automatically, error_of};
use super::drafts::{NewInvoice, add_lines, blank_invoice, store_draft};
use super::finalize::finalize;
use super::items::period_of;
use super::lines::DraftLine;
use super::pending_items::{add_pending_items, store_pending_items};
use super::plan_change::{PlannedChange, SubscriptionChange, plan_change};
use super::retries::plan_retry;
use super::settle::put_planned;
use super::stored::{schedule_end, update};
use super::void::void_invoice;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Seconds until a change that waits for its payment is discarded.
const WAITING: i64 = 23 * 3_600;

/// Value of `payment_behavior`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaymentBehavior {
    /// Changes first, and is past due if the payment fails.
    ChangeFirst,
    /// Changes when the payment succeeds.
    ChangeWhenPaid,
    /// Refuses the change if the payment fails.
    RefuseUnpaid,
}

/// Changes what a subscription costs and returns it.
pub(crate) fn change_subscription(
    scope: &mut AccountScope<'_>,
    id: &str,
    change: &SubscriptionChange,
    payment: PaymentBehavior,
) -> Result<Value, StripeError> {
    discard_waiting(scope, id)?;
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    let planned = plan_change(scope, &subscription, change)?;
    if !planned.is_invoiced {
        store_pending_items(scope, &subscription, planned.lines)?;
        return apply(scope, id, &planned.members);
    }
    let untouched = (payment == PaymentBehavior::RefuseUnpaid).then(|| scope.data.clone());
    let failure = match payment {
        PaymentBehavior::ChangeWhenPaid => {
            change_when_paid(scope, &subscription, &planned)?;
            None
        }
        PaymentBehavior::ChangeFirst | PaymentBehavior::RefuseUnpaid => {
            change_at_once(scope, &subscription, &planned)?
        }
    };
    match (untouched, failure) {
        (Some(untouched), Some(failure)) => {
            *scope.data = untouched;
            Err(failure)
        }
        _ => scope.get(ObjectKind::Subscription, id).cloned(),
    }
}

fn apply(scope: &mut AccountScope<'_>, id: &str, members: &Value) -> Result<Value, StripeError> {
    let changed = update(scope, id, |subscription| put_planned(subscription, members))?;
    schedule_end(scope, &changed);
    Ok(changed)
}

/// Applies a change and collects its invoice; returns the error of a payment that failed.
fn change_at_once(
    scope: &mut AccountScope<'_>,
    subscription: &Value,
    planned: &PlannedChange,
) -> Result<Option<StripeError>, StripeError> {
    let id = subscription.text("id");
    let invoice = draft(scope, subscription, &planned.lines)?;
    apply(scope, id, &planned.members)?;
    update(scope, id, |subscription| {
        subscription.put("latest_invoice", invoice.text("id"));
    })?;
    match pay_now(scope, invoice.text("id"))? {
        CollectionResult::Paid => Ok(None),
        failed @ (CollectionResult::MustConfirm | CollectionResult::Declined(_)) => {
            plan_retry(scope, invoice.text("id"))?;
            Ok(Some(error_of(&failed)))
        }
    }
}

/// Collects the invoice of a change, which is applied when the invoice is paid.
fn change_when_paid(
    scope: &mut AccountScope<'_>,
    subscription: &Value,
    planned: &PlannedChange,
) -> Result<(), StripeError> {
    let id = subscription.text("id");
    let invoice = draft(scope, subscription, &planned.lines)?;
    scope.change(ObjectKind::Invoice, invoice.text("id"), |invoice| {
        invoice.put("_pending_update", planned.members.clone());
    })?;
    if pay_now(scope, invoice.text("id"))? == CollectionResult::Paid {
        return Ok(());
    }
    let period = period_of(subscription.items("items.data"));
    let expires_at = scope.now.saturating_add(WAITING).min(period.end);
    scope.schedule(expires_at, TaskKind::ExpireUpdate, id);
    let waiting = json!({
        "billing_cycle_anchor": planned.members.member("billing_cycle_anchor"),
        "expires_at": expires_at,
        "subscription_items": planned.members.member("items"),
        "trial_end": planned.members.member("trial_end"),
        "trial_from_plan": null,
        "_invoice": invoice.text("id"),
    });
    update(scope, id, |subscription| {
        subscription.put("latest_invoice", invoice.text("id"));
        subscription.put("pending_update", waiting);
    })?;
    Ok(())
}

/// Stores the draft of a change, with the items that waited.
fn draft(
    scope: &mut AccountScope<'_>,
    subscription: &Value,
    lines: &[DraftLine],
) -> Result<Value, StripeError> {
    let period = period_of(subscription.items("items.data"));
    let new = invoice_of_change(scope, subscription, period.start);
    let mut invoice = blank_invoice(scope, &new)?;
    add_pending_items(scope, &mut invoice, subscription.text("id"))?;
    add_lines(scope, &mut invoice, lines)?;
    store_draft(scope, invoice)
}

/// Returns the invoice of a change of now.
pub(super) fn invoice_of_change(
    scope: &AccountScope<'_>,
    subscription: &Value,
    period_start: i64,
) -> NewInvoice {
    NewInvoice {
        customer: subscription.text("customer").to_owned(),
        currency: subscription.text("currency").to_owned(),
        reason: "subscription_update",
        subscription: subscription.clone(),
        period_start,
        period_end: scope.now,
        auto_advance: false,
        is_taxed: subscription.is_true("automatic_tax.enabled"),
        percent_off: 0,
    }
}

/// Finalizes an invoice and charges the saved method.
pub(crate) fn pay_now(
    scope: &mut AccountScope<'_>,
    invoice: &str,
) -> Result<CollectionResult, StripeError> {
    let finalized = finalize(scope, invoice)?;
    if finalized.text("status") == "paid" {
        return Ok(CollectionResult::Paid);
    }
    collect_automatically(scope, &finalized)
}

/// Discards the change of a subscription that waits for its payment.
fn discard_waiting(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let invoice = subscription.text("pending_update._invoice").to_owned();
    if !invoice.is_empty() {
        void_invoice(scope, &invoice)?;
    }
    Ok(())
}

/// Discards a waiting change whose time has passed.
pub(crate) fn expire_update(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?;
    let expires_at = subscription.member("pending_update.expires_at").as_i64();
    if expires_at.is_none_or(|expires_at| expires_at > scope.now) {
        return Ok(());
    }
    discard_waiting(scope, id)?;
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    let event = "customer.subscription.pending_update_expired";
    events::emit(scope, event, &subscription)
}
