//! Invoices that are not to be paid any more: voided or uncollectible.

use serde_json::Value;

use super::finalize::end_payment;
use super::settle::settle_voided;
use super::stored::update_invoice;
use crate::error::StripeError;
use crate::events;
use crate::state::{AccountScope, Members, ObjectKind};

/// Voids an open or uncollectible invoice and cancels its payment intent; returns the invoice.
pub(crate) fn void_invoice(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, id)?;
    if !["open", "uncollectible"].contains(&invoice.text("status")) {
        let message = "You can only pass in open or uncollectible invoices. \
                       This invoice isn't open or uncollectible.";
        return Err(StripeError::invalid(message));
    }
    let now = scope.now;
    let voided = end_invoice(scope, id, "void", now)?;
    end_payment(scope, id, "canceled")?;
    let intent = voided.text("_payment_intent");
    if !intent.is_empty() {
        let canceled = scope.change(ObjectKind::PaymentIntent, intent, |intent| {
            intent.put("status", "canceled");
            intent.put("cancellation_reason", "void_invoice");
            intent.put("canceled_at", now);
            intent.put("next_action", Value::Null);
        })?;
        events::emit(scope, "payment_intent.canceled", &canceled)?;
    }
    events::emit(scope, "invoice.voided", &voided)?;
    settle_voided(scope, &voided)?;
    Ok(voided)
}

/// Marks an open invoice as uncollectible; it can still be paid.
pub(crate) fn mark_uncollectible(
    scope: &mut AccountScope<'_>,
    id: &str,
) -> Result<Value, StripeError> {
    let invoice = scope.get(ObjectKind::Invoice, id)?;
    if invoice.text("status") != "open" {
        let message = "You can only pass in open invoices. This invoice isn't open.";
        return Err(StripeError::invalid(message));
    }
    let now = scope.now;
    let marked = end_invoice(scope, id, "uncollectible", now)?;
    events::emit(scope, "invoice.marked_uncollectible", &marked)?;
    Ok(marked)
}

fn end_invoice(
    scope: &mut AccountScope<'_>,
    id: &str,
    status: &str,
    now: i64,
) -> Result<Value, StripeError> {
    let transition = match status {
        "void" => "status_transitions.voided_at",
        _ => "status_transitions.marked_uncollectible_at",
    };
    update_invoice(scope, id, |invoice| {
        invoice.put("status", status);
        invoice.put("auto_advance", false);
        invoice.put("next_payment_attempt", Value::Null);
        invoice.put("_confirming", Value::Null);
        invoice.put(transition, now);
    })
}
