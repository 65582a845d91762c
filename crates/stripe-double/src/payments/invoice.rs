//! Paid invoices of sessions with `invoice_creation`.

use serde_json::{Value, json};

use super::buyer::create_buyer;
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Creates the paid invoice of a session that asked for one; other sessions get none.
pub(super) fn create_paid_invoice(
    scope: &mut AccountScope<'_>,
    session_id: &str,
    charge: &Value,
) -> Result<(), StripeError> {
    let session = scope.get(ObjectKind::CheckoutSession, session_id)?.clone();
    if !session.is_true("invoice_creation.enabled") {
        return Ok(());
    }
    let session = with_customer(scope, session, charge)?;
    let id = scope.new_id(ObjectKind::Invoice)?;
    let invoice = invoice(scope, &session, charge, &id)?;
    scope.insert(ObjectKind::Invoice, invoice.clone());
    let payment = invoice_payment(scope, &invoice)?;
    scope.insert(ObjectKind::InvoicePayment, payment.clone());
    for (kind, object) in [
        (ObjectKind::CheckoutSession, session_id),
        (ObjectKind::Charge, charge.text("id")),
        (ObjectKind::PaymentIntent, charge.text("payment_intent")),
    ] {
        let member = if kind == ObjectKind::CheckoutSession {
            "invoice"
        } else {
            "_invoice"
        };
        scope.change(kind, object, |object| object.put(member, id.as_str()))?;
    }
    for event_type in [
        "invoice.created",
        "invoice.finalized",
        "invoice.updated",
        "invoice.paid",
        "invoice.payment_succeeded",
    ] {
        events::emit(scope, event_type, &invoice)?;
    }
    events::emit(scope, "invoice_payment.paid", &payment)
}

/// Creates the customer of a session that has none: each invoice names one.
fn with_customer(
    scope: &mut AccountScope<'_>,
    session: Value,
    charge: &Value,
) -> Result<Value, StripeError> {
    if !session.text("customer").is_empty() {
        return Ok(session);
    }
    let id = create_buyer(scope, charge.member("billing_details"))?;
    for (kind, object) in [
        (ObjectKind::Charge, charge.text("id")),
        (ObjectKind::PaymentIntent, charge.text("payment_intent")),
    ] {
        scope.change(kind, object, |object| object.put("customer", id.as_str()))?;
    }
    scope.change(ObjectKind::CheckoutSession, session.text("id"), |session| {
        session.put("customer", id.as_str());
    })
}

fn invoice(
    scope: &AccountScope<'_>,
    session: &Value,
    charge: &Value,
    id: &str,
) -> Result<Value, StripeError> {
    let number = scope.random_text(8)?.to_uppercase();
    let data = session.member("_invoice_data");
    let mut invoice = filled(
        "invoice",
        json!({
            "id": id,
            "account_country": scope.data.account.country,
            "account_name": scope.data.account.name,
            "attempt_count": 1,
            "attempted": true,
            "created": scope.now,
            "currency": session.text("currency"),
            "customer": session.member("customer"),
            "description": data.member("description"),
            "effective_at": scope.now,
            "footer": data.member("footer"),
            "hosted_invoice_url": format!("{}/invoices/{id}", scope.base_url),
            "invoice_pdf": format!("{}/invoices/{id}/pdf", scope.base_url),
            "livemode": scope.data.is_live,
            "metadata": data.member("metadata"),
            "ending_balance": 0,
            "number": format!("{number}-0001"),
            "period_end": scope.now,
            "period_start": scope.now,
            "status": "paid",
            "status_transitions": {
                "finalized_at": scope.now,
                "marked_uncollectible_at": null,
                "paid_at": scope.now,
                "voided_at": null,
            },
            "webhooks_delivered_at": scope.now,
            "_charge": charge.text("id"),
            "_payment_intent": charge.text("payment_intent"),
        }),
    );
    let tax_status = session.member("automatic_tax.status").clone();
    invoice.put(
        "automatic_tax.enabled",
        session.is_true("automatic_tax.enabled"),
    );
    invoice.put("automatic_tax.status", tax_status);
    put_buyer(scope, &mut invoice, session.text("customer"));
    put_amounts(&mut invoice, session);
    let mut lines = Vec::new();
    for item in session.items("_line_items") {
        lines.push(line(scope, item, id)?);
    }
    let url = format!("/v1/invoices/{id}/lines");
    let lines = json!({"object": "list", "data": lines, "has_more": false, "url": url});
    invoice.put("lines", lines);
    Ok(invoice)
}

fn put_buyer(scope: &AccountScope<'_>, invoice: &mut Value, customer: &str) {
    let stored = scope.data.find(ObjectKind::Customer, customer);
    for name in ["address", "email", "name", "phone"] {
        let value = stored.map_or(&Value::Null, |stored| stored.member(name));
        invoice.put(&format!("customer_{name}"), value.clone());
    }
}

fn put_amounts(invoice: &mut Value, session: &Value) {
    let total = session.number("amount_total");
    let tax = session.number("total_details.amount_tax");
    let without_tax = total.saturating_sub(tax);
    let taxes = json!([{
        "amount": tax,
        "tax_behavior": "exclusive",
        "tax_rate_details": null,
        "taxability_reason": "standard_rated",
        "taxable_amount": without_tax,
        "type": "tax_rate_details",
    }]);
    for (name, amount) in [
        ("amount_due", total),
        ("amount_paid", total),
        ("subtotal", session.number("amount_subtotal")),
        ("subtotal_excluding_tax", without_tax),
        ("total", total),
        ("total_excluding_tax", without_tax),
    ] {
        invoice.put(name, amount);
    }
    invoice.put("total_taxes", if tax == 0 { json!([]) } else { taxes });
}

fn line(scope: &AccountScope<'_>, item: &Value, invoice: &str) -> Result<Value, StripeError> {
    let price = item.member("price");
    let id = format!("il_1{}", scope.random_text(23)?);
    Ok(filled(
        "line_item",
        json!({
            "id": id,
            "amount": item.number("amount_subtotal"),
            "currency": item.text("currency"),
            "description": item.text("description"),
            "invoice": invoice,
            "livemode": scope.data.is_live,
            "parent": {
                "invoice_item_details": {
                    "invoice_item": format!("ii_1{}", scope.random_text(23)?),
                    "proration": false,
                    "proration_details": {"credited_items": null},
                    "subscription": null,
                },
                "subscription_item_details": null,
                "type": "invoice_item_details",
            },
            "period": {"end": scope.now, "start": scope.now},
            "pricing": {
                "price_details": {
                    "price": price.text("id"),
                    "product": price.text("product"),
                },
                "type": "price_details",
                "unit_amount_decimal": price.text("unit_amount_decimal"),
            },
            "quantity": item.number("quantity"),
            "quantity_decimal": item.number("quantity").to_string(),
            "subtotal": item.number("amount_subtotal"),
            "_price": price,
        }),
    ))
}

fn invoice_payment(scope: &AccountScope<'_>, invoice: &Value) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::InvoicePayment)?;
    Ok(json!({
        "id": id,
        "object": "invoice_payment",
        "amount_paid": invoice.number("amount_paid"),
        "amount_requested": invoice.number("amount_due"),
        "created": scope.now,
        "currency": invoice.text("currency"),
        "invoice": invoice.text("id"),
        "is_default": true,
        "livemode": scope.data.is_live,
        "payment": {
            "payment_intent": invoice.text("_payment_intent"),
            "type": "payment_intent",
        },
        "status": "paid",
        "status_transitions": {"canceled_at": null, "paid_at": scope.now},
    }))
}
