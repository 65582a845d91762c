//! Retries of failed payments, and what happens to a subscription after the last one.

use serde_json::Value;

use super::cancel::{Cancellation, cancel};
use super::collect::{CollectionResult, collect_automatically};
use super::drafts::subscription_of;
use super::stored::{update, update_invoice};
use crate::error::StripeError;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Days until the next attempt, by the number of attempts so far.
const PAUSES: [i64; 3] = [3, 5, 7];
const DAY: i64 = 86_400;

/// Plans the next attempt of an invoice whose payment failed, or ends the attempts.
pub(super) fn plan_retry(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, id)?.clone();
    let is_open = invoice.text("status") == "open";
    let waits = invoice.member("_pending_update").is_object();
    if !is_open || waits || is_incomplete(scope, &invoice) {
        return Ok(());
    }
    let attempts = invoice.number("attempt_count").saturating_sub(1);
    let pause = usize::try_from(attempts).ok();
    let pause = pause.and_then(|attempts| PAUSES.get(attempts));
    if let Some(days) = pause {
        let at = scope.now.saturating_add(days * DAY);
        scope.schedule(at, TaskKind::RetryInvoice, id);
        update_invoice(scope, id, |invoice| {
            invoice.put("auto_advance", true);
            invoice.put("next_payment_attempt", at);
        })?;
        return Ok(());
    }
    update_invoice(scope, id, |invoice| {
        invoice.put("auto_advance", false);
        invoice.put("next_payment_attempt", Value::Null);
    })?;
    end_attempts(scope, &invoice)
}

fn is_incomplete(scope: &AccountScope<'_>, invoice: &Value) -> bool {
    let kind = ObjectKind::Subscription;
    let found = scope.data.find(kind, subscription_of(invoice));
    found.is_some_and(|found| found.text("status") == "incomplete")
}

/// Cancels the subscription of an invoice after the last attempt, or changes its status, as the account chose.
fn end_attempts(scope: &mut AccountScope<'_>, invoice: &Value) -> Result<(), StripeError> {
    let id = subscription_of(invoice).to_owned();
    let Some(subscription) = scope.data.find(ObjectKind::Subscription, &id) else {
        return Ok(());
    };
    if subscription.text("status") != "past_due" {
        return Ok(());
    }
    match scope.data.account.after_retries.as_str() {
        "unpaid" => {
            update(scope, &id, |subscription| {
                subscription.put("status", "unpaid");
            })?;
        }
        "past_due" => {}
        _ => {
            cancel(scope, &id, &Cancellation::plain("payment_failed"))?;
        }
    }
    Ok(())
}

/// Charges an invoice again if its time has come.
pub(crate) fn retry(scope: &mut AccountScope<'_>, id: &str) -> Result<(), StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, id)?.clone();
    let at = invoice.member("next_payment_attempt").as_i64();
    let is_due = at.is_some_and(|at| at <= scope.now) && invoice.text("status") == "open";
    if is_due && collect_automatically(scope, &invoice)? != CollectionResult::Paid {
        plan_retry(scope, id)?;
    }
    Ok(())
}
