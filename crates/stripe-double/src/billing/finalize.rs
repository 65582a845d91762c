//! Finalization of drafts: number, hosted page, customer balance and payment intent; and the payment of an invoice.

use serde_json::{Value, json};

use super::drafts::subscription_of;
use super::settle::settle_paid;
use crate::error::StripeError;
use crate::events;
use crate::payments::{minimum_amount, new_intent};
use crate::state::{AccountScope, Members, ObjectKind};

const KIND: ObjectKind = ObjectKind::Invoice;

/// Finalizes a draft. An invoice over nothing is paid at once.
pub(crate) fn finalize(scope: &mut AccountScope<'_>, id: &str) -> Result<Value, StripeError> {
    let before = scope.get(KIND, id)?.clone();
    if before.text("status") != "draft" {
        let message = "This invoice is already finalized, you can't finalize it again.";
        return Err(StripeError::invalid(message));
    }
    let mut invoice = before.clone();
    put_number(scope, &mut invoice)?;
    apply_balance(scope, &mut invoice)?;
    let (now, base_url) = (scope.now, scope.base_url);
    invoice.put("status", "open");
    invoice.put("automatically_finalizes_at", Value::Null);
    invoice.put("effective_at", now);
    invoice.put("status_transitions.finalized_at", now);
    invoice.put("webhooks_delivered_at", now);
    invoice.put("hosted_invoice_url", format!("{base_url}/invoices/{id}"));
    invoice.put("invoice_pdf", format!("{base_url}/invoices/{id}/pdf"));
    scope.insert(KIND, invoice.clone());
    if invoice.number("amount_due") > 0 {
        invoice = add_payment(scope, &invoice)?;
    }
    events::emit(scope, "invoice.finalized", &invoice)?;
    events::emit_change(scope, "invoice.updated", &before, &invoice)?;
    if invoice.number("amount_due") == 0 {
        return mark_paid(scope, id, None);
    }
    Ok(invoice)
}

/// Numbers an invoice by its customer's prefix and sequence.
fn put_number(scope: &mut AccountScope<'_>, invoice: &mut Value) -> Result<(), StripeError> {
    let customer = invoice.text("customer").to_owned();
    let changed = scope.change(ObjectKind::Customer, &customer, |customer| {
        let next = customer.number("next_invoice_sequence").saturating_add(1);
        customer.put("next_invoice_sequence", next);
    })?;
    let number = changed.number("next_invoice_sequence").saturating_sub(1);
    let prefix = changed.text("invoice_prefix");
    invoice.put("number", format!("{prefix}-{number:04}"));
    Ok(())
}

/// Sets the amount due after the customer's balance, and the balance after it.
pub(super) fn put_balance(invoice: &mut Value) {
    let start = invoice.number("starting_balance");
    let total = invoice.number("total");
    let wanted = total.saturating_add(start);
    let is_too_small = wanted > 0 && wanted < minimum_amount(invoice.text("currency"));
    let due = if is_too_small { 0 } else { wanted.max(0) };
    let applied = due.saturating_sub(total);
    invoice.put("amount_due", due);
    invoice.put("amount_remaining", due);
    invoice.put("ending_balance", start.saturating_sub(applied));
}

fn apply_balance(scope: &mut AccountScope<'_>, invoice: &mut Value) -> Result<(), StripeError> {
    let customer = invoice.text("customer").to_owned();
    let before = scope.get(ObjectKind::Customer, &customer)?.clone();
    invoice.put("starting_balance", before.number("balance"));
    put_balance(invoice);
    let balance = invoice.number("ending_balance");
    if balance == before.number("balance") {
        return Ok(());
    }
    let after = scope.change(ObjectKind::Customer, &customer, |customer| {
        customer.put("balance", balance);
    })?;
    events::emit_change(scope, "customer.updated", &before, &after)
}

/// Adds the payment intent of an invoice and the object that joins the two.
fn add_payment(scope: &mut AccountScope<'_>, invoice: &Value) -> Result<Value, StripeError> {
    let id = invoice.text("id").to_owned();
    let intent = match invoice.text("_payment_intent") {
        "" => create_intent(scope, invoice)?,
        known => known.to_owned(),
    };
    scope.change(ObjectKind::PaymentIntent, &intent, |found| {
        found.put("_invoice", id.as_str());
    })?;
    let payment = json!({
        "id": scope.new_id(ObjectKind::InvoicePayment)?,
        "object": "invoice_payment",
        "amount_paid": null,
        "amount_requested": invoice.number("amount_due"),
        "created": scope.now,
        "currency": invoice.text("currency"),
        "invoice": id,
        "is_default": true,
        "livemode": scope.data.is_live,
        "payment": {"payment_intent": intent, "type": "payment_intent"},
        "status": "open",
        "status_transitions": {"canceled_at": null, "paid_at": null},
    });
    scope.insert(ObjectKind::InvoicePayment, payment);
    scope.change(KIND, &id, |invoice| invoice.put("_payment_intent", intent))
}

fn create_intent(scope: &mut AccountScope<'_>, invoice: &Value) -> Result<String, StripeError> {
    let description = match invoice.text("billing_reason") {
        "subscription_create" => "Subscription creation",
        "subscription_update" => "Subscription update",
        "subscription_cycle" => "Subscription renewal",
        _ => "Payment for Invoice",
    };
    let usage = if subscription_of(invoice).is_empty() {
        Value::Null
    } else {
        "off_session".into()
    };
    new_intent(
        scope,
        json!({
            "amount": invoice.number("amount_due"),
            "currency": invoice.text("currency"),
            "customer": invoice.text("customer"),
            "description": description,
            "metadata": {},
            "payment_method_types": ["card"],
            "receipt_email": null,
            "setup_future_usage": usage,
        }),
    )
}

/// Marks an invoice as paid by a charge, or without one; its subscription follows.
pub(super) fn mark_paid(
    scope: &mut AccountScope<'_>,
    id: &str,
    charge: Option<&Value>,
) -> Result<Value, StripeError> {
    let now = scope.now;
    let before = scope.get(KIND, id)?.clone();
    let after = scope.change(KIND, id, |invoice| {
        let due = invoice.number("amount_due");
        invoice.put("status", "paid");
        invoice.put("amount_paid", due);
        invoice.put("amount_remaining", 0);
        invoice.put("attempted", true);
        invoice.put("auto_advance", false);
        invoice.put("next_payment_attempt", Value::Null);
        invoice.put("status_transitions.paid_at", now);
        invoice.put("_confirming", Value::Null);
        if let Some(charge) = charge {
            invoice.put("_charge", charge.text("id"));
        }
    })?;
    let payment = end_payment(scope, id, "paid")?;
    events::emit_change(scope, "invoice.updated", &before, &after)?;
    settle_paid(scope, &after)?;
    events::emit(scope, "invoice.paid", &after)?;
    events::emit(scope, "invoice.payment_succeeded", &after)?;
    if let Some(payment) = payment {
        events::emit(scope, "invoice_payment.paid", &payment)?;
    }
    scope.get(KIND, id).cloned()
}

/// Ends the open payment of an invoice with the status `paid` or `canceled`; `None` if there is none.
pub(super) fn end_payment(
    scope: &mut AccountScope<'_>,
    invoice: &str,
    status: &str,
) -> Result<Option<Value>, StripeError> {
    let kind = ObjectKind::InvoicePayment;
    let is_open =
        |payment: &&Value| payment.text("invoice") == invoice && payment.text("status") == "open";
    let found = scope.data.objects(kind).find(is_open);
    let Some(id) = found.map(|payment| payment.text("id").to_owned()) else {
        return Ok(None);
    };
    let now = scope.now;
    let ended = scope.change(kind, &id, |payment| {
        payment.put("status", status);
        if status == "paid" {
            let amount = payment.number("amount_requested");
            payment.put("amount_paid", amount);
        }
        payment.put(&format!("status_transitions.{status}_at"), now);
    })?;
    Ok(Some(ended))
}
