//! Previews of invoices: of a change, and of the next period.

use serde_json::Value;

use super::change::invoice_of_change;
use super::drafts::{HOUR, add_lines, blank_invoice};
use super::finalize::put_balance;
use super::items::{period_lines, period_of};
use super::lines::DraftLine;
use super::pending_items::{line_of_item, waiting_items};
use super::plan_change::{SubscriptionChange, plan_change};
use super::renew::{cycle_invoice, next_period};
use super::settle::put_planned;
use super::stored::is_renewed;
use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind};

/// Returns the invoice that a change would make now, or the invoice of the next period.
pub(crate) fn preview_invoice(
    scope: &AccountScope<'_>,
    id: &str,
    change: &SubscriptionChange,
) -> Result<Value, StripeError> {
    let subscription = scope.get(ObjectKind::Subscription, id)?.clone();
    let planned = plan_change(scope, &subscription, change)?;
    let mut after = subscription.clone();
    put_planned(&mut after, &planned.members);
    let is_ending = !after.member("cancel_at").is_null();
    if !planned.is_invoiced && (!is_renewed(&after) || is_ending) {
        let message = format!(
            "No upcoming invoices for customer: {}",
            after.text("customer")
        );
        let error = StripeError::missing("invoice", id).worded(message);
        return Err(error.coded("invoice_upcoming_none"));
    }
    let old = period_of(subscription.items("items.data"));
    let mut lines = planned.lines;
    let new = if planned.is_invoiced {
        invoice_of_change(scope, &subscription, old.start)
    } else {
        let period = next_period(&after)?;
        lines.extend(period_lines(scope, after.items("items.data"), period));
        cycle_invoice(&after, old, false)
    };
    let mut invoice = blank_invoice(scope, &new)?;
    add_lines(scope, &mut invoice, &waiting_lines(scope, &after))?;
    add_lines(scope, &mut invoice, &lines)?;
    put_balance(&mut invoice);
    let number = invoice.text("id").trim_start_matches("in_").to_owned();
    invoice.put("id", format!("upcoming_in_{number}"));
    if planned.is_invoiced {
        let details = "parent.subscription_details.subscription_proration_date";
        invoice.put(details, change.at);
    } else {
        invoice.put("next_payment_attempt", old.end.saturating_add(HOUR));
    }
    put_no_invoice(&mut invoice);
    Ok(invoice)
}

/// Returns the lines of the items that wait for the next invoice of a subscription.
fn waiting_lines(scope: &AccountScope<'_>, subscription: &Value) -> Vec<DraftLine> {
    let items = waiting_items(scope, subscription, subscription.text("id"));
    items.iter().map(line_of_item).collect()
}

/// Lines of a preview belong to no stored invoice.
fn put_no_invoice(invoice: &mut Value) {
    let id = invoice.text("id").to_owned();
    let mut lines = invoice.items("lines.data").to_owned();
    for line in &mut lines {
        line.put("invoice", id.as_str());
    }
    invoice.put("lines.data", lines);
    invoice.put("lines.url", format!("/v1/invoices/{id}/lines"));
}
