//! Items of subscriptions: their prices, quantities and periods.

use serde_json::{Value, json};

use super::calendar::CalendarInterval;
use super::lines::{DraftLine, LineSource, describe, product_name};
use crate::error::StripeError;
use crate::state::{AccountScope, Members};

/// A price that a customer subscribes to, with its quantity.
#[derive(Clone, Debug)]
pub(crate) struct NewItem {
    pub(crate) price: Value,
    pub(crate) quantity: i64,
}

/// A time from its start to its end, in seconds since the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BillingPeriod {
    pub(super) start: i64,
    pub(super) end: i64,
}

/// Returns an item of a subscription in a period.
pub(super) fn write_item(
    scope: &AccountScope<'_>,
    subscription: &str,
    item: &NewItem,
    period: BillingPeriod,
) -> Result<Value, StripeError> {
    Ok(json!({
        "id": format!("si_{}", scope.random_text(14)?),
        "object": "subscription_item",
        "billing_thresholds": null,
        "created": scope.now,
        "current_period_end": period.end,
        "current_period_start": period.start,
        "discounts": [],
        "metadata": {},
        "price": item.price,
        "quantity": item.quantity,
        "subscription": subscription,
        "tax_rates": [],
    }))
}

/// Returns the common period of items.
pub(super) fn period_of(items: &[Value]) -> BillingPeriod {
    items
        .first()
        .map_or(BillingPeriod { start: 0, end: 0 }, |item| BillingPeriod {
            start: item.number("current_period_start"),
            end: item.number("current_period_end"),
        })
}

/// Returns the common interval of items.
pub(super) fn interval_of(items: &[Value]) -> Result<CalendarInterval, StripeError> {
    let first = items.first();
    let interval = first.and_then(|item| CalendarInterval::from_price(item.member("price")));
    let interval = interval.ok_or_else(|| {
        StripeError::invalid("A subscription needs an item with a recurring price.")
    })?;
    let mut others = items.iter();
    if others.any(|item| CalendarInterval::from_price(item.member("price")) != Some(interval)) {
        let message = "The double bills all items of a subscription in one interval.";
        return Err(StripeError::invalid(message).about("items"));
    }
    Ok(interval)
}

/// Sets the period of all items.
pub(super) fn put_period(items: &mut [Value], period: BillingPeriod) {
    for item in items {
        item.put("current_period_start", period.start);
        item.put("current_period_end", period.end);
    }
}

/// Returns the amount of an item for a whole period.
pub(super) fn amount_of(item: &Value) -> i64 {
    let unit = item.number("price.unit_amount");
    unit.saturating_mul(item.number("quantity"))
}

/// Returns the lines of items for a whole period.
pub(super) fn period_lines(
    scope: &AccountScope<'_>,
    items: &[Value],
    period: BillingPeriod,
) -> Vec<DraftLine> {
    let lines = items.iter().map(|item| {
        let (price, quantity) = (item.member("price"), item.number("quantity"));
        DraftLine {
            amount: amount_of(item),
            description: describe(scope, price, quantity),
            ..line_of(item, period)
        }
    });
    lines.collect()
}

/// Returns the lines of items for a trial.
pub(super) fn trial_lines(
    scope: &AccountScope<'_>,
    items: &[Value],
    period: BillingPeriod,
) -> Vec<DraftLine> {
    let lines = items.iter().map(|item| DraftLine {
        description: format!(
            "Trial period for {}",
            product_name(scope, item.member("price"))
        ),
        ..line_of(item, period)
    });
    lines.collect()
}

/// Returns a line of an item without an amount and a description.
pub(super) fn line_of(item: &Value, period: BillingPeriod) -> DraftLine {
    DraftLine {
        source: LineSource::SubscriptionItem {
            subscription: item.text("subscription").to_owned(),
            item: item.text("id").to_owned(),
        },
        price: item.member("price").clone(),
        quantity: item.number("quantity"),
        amount: 0,
        description: String::new(),
        start: period.start,
        end: period.end,
        is_proration: false,
    }
}
