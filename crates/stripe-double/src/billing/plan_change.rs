//! Changes of a subscription's items, planned without an effect: for updates and for previews.

use serde_json::{Value, json};

use super::calendar::CalendarInterval;
use super::items::{
    BillingPeriod, NewItem, interval_of, period_lines, period_of, put_period, write_item,
};
use super::lines::DraftLine;
use super::prorations::{remaining_lines, unused_lines};
use crate::error::StripeError;
use crate::state::{AccountScope, Members};

/// Value of `proration_behavior`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProrationBehavior {
    None,
    Create,
    AlwaysInvoice,
}

/// A change of one item; an item without an id is added.
#[derive(Clone, Debug)]
pub(crate) struct ItemChange {
    /// Empty for a new item.
    pub(crate) id: String,
    /// Null if the price stays.
    pub(crate) price: Value,
    pub(crate) quantity: Option<i64>,
    pub(crate) is_deleted: bool,
}

/// A change of what a subscription costs.
#[derive(Clone, Debug)]
pub(crate) struct SubscriptionChange {
    pub(crate) items: Vec<ItemChange>,
    pub(crate) proration: ProrationBehavior,
    /// Time from which prorations count.
    pub(crate) at: i64,
    /// Begins a new period now.
    pub(crate) has_new_anchor: bool,
    /// Ends the trial now.
    pub(crate) ends_trial: bool,
}

impl SubscriptionChange {
    /// Returns true if it changes nothing that is billed.
    pub(crate) const fn is_empty(&self) -> bool {
        self.items.is_empty() && !self.has_new_anchor && !self.ends_trial
    }
}

/// The effect of a change.
#[derive(Clone, Debug)]
pub(super) struct PlannedChange {
    /// Members that the subscription gets: `items`, `billing_cycle_anchor`, and others or null.
    pub(super) members: Value,
    /// Lines of the invoice of now, or those that wait for the next invoice.
    pub(super) lines: Vec<DraftLine>,
    pub(super) is_invoiced: bool,
}

/// Plans a change of a subscription.
pub(super) fn plan_change(
    scope: &AccountScope<'_>,
    subscription: &Value,
    change: &SubscriptionChange,
) -> Result<PlannedChange, StripeError> {
    let before = subscription.items("items.data");
    let mut after = change_items(scope, subscription, &change.items)?;
    let interval = interval_of(&after)?;
    let is_trial = subscription.text("status") == "trialing";
    let is_still_trial = is_trial && !change.ends_trial;
    let has_other_interval = interval != interval_of(before)?;
    let is_reset =
        !is_still_trial && (change.has_new_anchor || change.ends_trial || has_other_interval);
    let mut members = json!({
        "billing_cycle_anchor": null,
        "status": null,
        "trial_end": null,
    });
    if is_trial && !is_still_trial {
        members.put("status", "active");
        members.put("trial_end", scope.now);
    }
    let mut lines = if is_trial || change.proration == ProrationBehavior::None {
        Vec::new()
    } else {
        unused_lines(scope, &changed(before, &after, is_reset), change.at)
    };
    if is_reset {
        let period = first_period(interval, scope.now);
        put_period(&mut after, period);
        members.put("billing_cycle_anchor", scope.now);
        lines.extend(period_lines(scope, &after, period));
    } else if !is_trial && change.proration != ProrationBehavior::None {
        lines.extend(remaining_lines(
            scope,
            &changed(&after, before, false),
            change.at,
        ));
    }
    members.put("items", after);
    let is_invoiced =
        is_reset || (change.proration == ProrationBehavior::AlwaysInvoice && !lines.is_empty());
    Ok(PlannedChange {
        members,
        lines,
        is_invoiced,
    })
}

fn first_period(interval: CalendarInterval, now: i64) -> BillingPeriod {
    BillingPeriod {
        start: now,
        end: interval.next_boundary(now, now),
    }
}

/// Returns the items of a list that the other list does not have with the same price and quantity.
fn changed(items: &[Value], others: &[Value], is_all: bool) -> Vec<Value> {
    let is_same = |item: &Value, other: &Value| {
        ["id", "price.id"]
            .iter()
            .all(|name| item.text(name) == other.text(name))
            && item.number("quantity") == other.number("quantity")
    };
    let found = items
        .iter()
        .filter(|item| is_all || !others.iter().any(|other| is_same(item, other)));
    found.cloned().collect()
}

/// Returns the items of a subscription after changes, in the running period.
fn change_items(
    scope: &AccountScope<'_>,
    subscription: &Value,
    changes: &[ItemChange],
) -> Result<Vec<Value>, StripeError> {
    let mut items = subscription.items("items.data").to_owned();
    let period = period_of(&items);
    for change in changes {
        if change.id.is_empty() {
            let new = NewItem {
                price: change.price.clone(),
                quantity: change.quantity.unwrap_or(1),
            };
            items.push(write_item(scope, subscription.text("id"), &new, period)?);
            continue;
        }
        let missing = || StripeError::missing("subscription_item", &change.id);
        let position = items.iter().position(|item| item.text("id") == change.id);
        let position = position.ok_or_else(missing)?;
        if change.is_deleted {
            items.remove(position);
        } else if let Some(item) = items.get_mut(position) {
            put_change(item, change);
        }
    }
    check_items(subscription, &items)?;
    Ok(items)
}

fn put_change(item: &mut Value, change: &ItemChange) {
    if !change.price.is_null() {
        item.put("price", change.price.clone());
    }
    if let Some(quantity) = change.quantity {
        item.put("quantity", quantity);
    }
}

fn check_items(subscription: &Value, items: &[Value]) -> Result<(), StripeError> {
    let currency = subscription.text("currency");
    let mut all = items.iter();
    if let Some(other) = all.find(|item| item.text("price.currency") != currency) {
        let message = format!(
            "The price specified only supports `{}`. This doesn't match the expected currency: \
             `{currency}`.",
            other.text("price.currency")
        );
        return Err(StripeError::invalid(message).about("items"));
    }
    Ok(())
}
