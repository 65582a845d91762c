//! New subscriptions and their first invoices.

use serde_json::{Value, json};

use super::drafts::{NewInvoice, add_lines, blank_invoice, store_draft};
use super::items::{
    BillingPeriod, NewItem, interval_of, period_lines, period_of, trial_lines, write_item,
};
use super::stored::schedule_end;
use crate::error::StripeError;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

const DAY: i64 = 86_400;
/// Seconds before the end of a trial at which the event comes.
const TRIAL_WARNING: i64 = 3 * DAY;
/// Seconds until a subscription whose first invoice is not paid expires.
const INCOMPLETE: i64 = 23 * 3_600;

/// The facts from which a subscription is made.
#[derive(Clone, Debug)]
pub(crate) struct NewSubscription {
    pub(crate) customer: String,
    pub(crate) items: Vec<NewItem>,
    /// Days without a price; zero without a trial.
    pub(crate) trial_days: i64,
    /// Value of `missing_payment_method`.
    pub(crate) at_trial_end: String,
    pub(crate) default_payment_method: Value,
    pub(crate) metadata: Value,
    pub(crate) description: Value,
    pub(crate) is_taxed: bool,
    pub(crate) percent_off: i64,
    /// Status before the first invoice is paid.
    pub(crate) status: &'static str,
}

/// Stores a subscription with the draft of its first invoice, and returns the subscription without an event.
pub(crate) fn subscribe(
    scope: &mut AccountScope<'_>,
    new: &NewSubscription,
) -> Result<Value, StripeError> {
    let subscription = blank_subscription(scope, new)?;
    let id = subscription.text("id").to_owned();
    scope.insert(ObjectKind::Subscription, subscription.clone());
    schedule_end(scope, &subscription);
    if let Some(trial_end) = subscription.member("trial_end").as_i64() {
        let at = trial_end.saturating_sub(TRIAL_WARNING).max(scope.now);
        scope.schedule(at, TaskKind::WarnOfTrialEnd, &id);
    }
    if new.status == "incomplete" {
        let at = scope.now.saturating_add(INCOMPLETE);
        scope.schedule(at, TaskKind::ExpireIncomplete, &id);
    }
    put_currency(scope, &subscription)?;
    let invoice = first_invoice(scope, &subscription, new.percent_off)?;
    scope.change(ObjectKind::Subscription, &id, |subscription| {
        subscription.put("latest_invoice", invoice.text("id"));
    })
}

fn blank_subscription(
    scope: &AccountScope<'_>,
    new: &NewSubscription,
) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::Subscription)?;
    let mut items = Vec::new();
    let empty = BillingPeriod { start: 0, end: 0 };
    for item in &new.items {
        items.push(write_item(scope, &id, item, empty)?);
    }
    let interval = interval_of(&items)?;
    let now = scope.now;
    let has_trial = new.trial_days > 0;
    let anchor = now.saturating_add(new.trial_days.saturating_mul(DAY));
    let end = if has_trial {
        anchor
    } else {
        interval.next_boundary(anchor, now)
    };
    super::items::put_period(&mut items, BillingPeriod { start: now, end });
    let currency = new
        .items
        .first()
        .map_or("", |item| item.price.text("currency"));
    let mut subscription = filled(
        "subscription",
        json!({
            "id": id,
            "billing_cycle_anchor": anchor,
            "created": now,
            "currency": currency,
            "customer": new.customer,
            "default_payment_method": new.default_payment_method,
            "description": new.description,
            "items": {
                "object": "list",
                "data": items,
                "has_more": false,
                "url": format!("/v1/subscription_items?subscription={id}"),
            },
            "livemode": scope.data.is_live,
            "metadata": new.metadata,
            "start_date": now,
            "status": if has_trial { "trialing" } else { new.status },
            "trial_end": has_trial.then_some(anchor),
            "trial_start": has_trial.then_some(now),
        }),
    );
    subscription.put("automatic_tax.enabled", new.is_taxed);
    if new.is_taxed {
        subscription.put("automatic_tax.liability", json!({"type": "self"}));
    }
    if has_trial {
        let behavior = json!({"end_behavior": {"missing_payment_method": new.at_trial_end}});
        subscription.put("trial_settings", behavior);
    }
    Ok(subscription)
}

/// Gives the customer the currency of the first subscription.
fn put_currency(scope: &mut AccountScope<'_>, subscription: &Value) -> Result<(), StripeError> {
    let customer = subscription.text("customer");
    scope.change(ObjectKind::Customer, customer, |customer| {
        if customer.member("currency").is_null() {
            customer.put("currency", subscription.text("currency"));
        }
    })?;
    Ok(())
}

/// Stores the draft of the first invoice: the first period, or a trial over nothing.
fn first_invoice(
    scope: &mut AccountScope<'_>,
    subscription: &Value,
    percent_off: i64,
) -> Result<Value, StripeError> {
    let items = subscription.items("items.data");
    let period = period_of(items);
    let lines = if subscription.text("status") == "trialing" {
        trial_lines(scope, items, period)
    } else {
        period_lines(scope, items, period)
    };
    let new = NewInvoice {
        customer: subscription.text("customer").to_owned(),
        currency: subscription.text("currency").to_owned(),
        reason: "subscription_create",
        subscription: subscription.clone(),
        period_start: scope.now,
        period_end: scope.now,
        auto_advance: false,
        is_taxed: subscription.is_true("automatic_tax.enabled"),
        percent_off,
    };
    let mut invoice = blank_invoice(scope, &new)?;
    add_lines(scope, &mut invoice, &lines)?;
    store_draft(scope, invoice)
}
