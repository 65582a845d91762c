//! Prorations: credits for unused time and charges for the remaining time, to the second.

use foundation::Timestamp;
use serde_json::Value;

use super::items::{BillingPeriod, amount_of, line_of, period_of};
use super::lines::{DraftLine, product_name};
use super::shares::share;
use crate::state::{AccountScope, Members};

/// Returns the credits for the time after a moment that items were paid for.
pub(super) fn unused_lines(scope: &AccountScope<'_>, items: &[Value], at: i64) -> Vec<DraftLine> {
    let lines = items.iter().map(|item| prorated(scope, item, at, -1));
    lines.filter(|line| line.amount != 0).collect()
}

/// Returns the charges for the time from a moment to the end of the period of items.
pub(super) fn remaining_lines(
    scope: &AccountScope<'_>,
    items: &[Value],
    at: i64,
) -> Vec<DraftLine> {
    let lines = items.iter().map(|item| prorated(scope, item, at, 1));
    lines.filter(|line| line.amount != 0).collect()
}

fn prorated(scope: &AccountScope<'_>, item: &Value, at: i64, sign: i64) -> DraftLine {
    let whole = period_of(std::slice::from_ref(item));
    let start = at.clamp(whole.start, whole.end);
    let part = whole.end.saturating_sub(start);
    let length = whole.end.saturating_sub(whole.start);
    let amount = share(amount_of(item), part, length).saturating_mul(sign);
    let name = product_name(scope, item.member("price"));
    let quantity = item.number("quantity");
    let day = day_of(at);
    let word = if sign < 0 { "Unused" } else { "Remaining" };
    let description = format!("{word} time on {quantity} × {name} after {day}");
    let rest = BillingPeriod {
        start,
        end: whole.end,
    };
    DraftLine {
        amount,
        description,
        is_proration: true,
        ..line_of(item, rest)
    }
}

/// Writes the date of a time, such as `2026-10-05`.
fn day_of(at: i64) -> String {
    let text = Timestamp::from_seconds(at).to_iso8601();
    text.split('T').next().unwrap_or_default().to_owned()
}
