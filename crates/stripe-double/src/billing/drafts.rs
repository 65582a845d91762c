//! Writes draft invoices and their lines.

use serde_json::{Value, json};

use super::lines::{DraftLine, LineRates, write_line};
use super::totals::put_totals;
use crate::error::StripeError;
use crate::events;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind, TaskKind};

/// Seconds until a draft of Stripe's own is finalized.
pub(super) const HOUR: i64 = 3_600;

/// The facts from which a draft is made.
#[derive(Clone, Debug)]
pub(crate) struct NewInvoice {
    pub(crate) customer: String,
    pub(crate) currency: String,
    /// Value of `billing_reason`.
    pub(crate) reason: &'static str,
    /// The subscription, or null.
    pub(crate) subscription: Value,
    pub(crate) period_start: i64,
    pub(crate) period_end: i64,
    /// True if Stripe finalizes it after an hour and takes its money.
    pub(crate) auto_advance: bool,
    pub(crate) is_taxed: bool,
    pub(crate) percent_off: i64,
}

/// Returns a draft without lines that is not stored.
pub(crate) fn blank_invoice(
    scope: &AccountScope<'_>,
    new: &NewInvoice,
) -> Result<Value, StripeError> {
    let id = scope.new_id(ObjectKind::Invoice)?;
    let discount = if new.percent_off > 0 {
        format!("di_1{}", scope.random_text(23)?)
    } else {
        String::new()
    };
    let customer = scope.get(ObjectKind::Customer, &new.customer)?;
    let finalizes_at = new.auto_advance.then(|| scope.now.saturating_add(HOUR));
    let tax = if new.is_taxed {
        scope.data.account.tax_basis_points
    } else {
        0
    };
    let mut invoice = filled(
        "invoice",
        json!({
            "id": id,
            "account_country": scope.data.account.country,
            "account_name": scope.data.account.name,
            "auto_advance": new.auto_advance,
            "automatically_finalizes_at": finalizes_at,
            "billing_reason": new.reason,
            "created": scope.now,
            "currency": new.currency,
            "customer": new.customer,
            "discounts": if discount.is_empty() { json!([]) } else { json!([discount]) },
            "lines": {
                "object": "list",
                "data": [],
                "has_more": false,
                "url": format!("/v1/invoices/{id}/lines"),
            },
            "livemode": scope.data.is_live,
            "parent": parent(&new.subscription),
            "period_end": new.period_end,
            "period_start": new.period_start,
            "_discount": discount,
            "_percent_off": new.percent_off,
            "_tax_basis_points": tax,
        }),
    );
    put_buyer(&mut invoice, customer);
    if new.is_taxed {
        put_tax(&mut invoice);
    }
    put_totals(&mut invoice);
    Ok(invoice)
}

fn put_buyer(invoice: &mut Value, customer: &Value) {
    invoice.put("starting_balance", customer.number("balance"));
    for name in ["address", "email", "name", "phone"] {
        invoice.put(&format!("customer_{name}"), customer.member(name).clone());
    }
}

fn put_tax(invoice: &mut Value) {
    invoice.put("automatic_tax.enabled", true);
    invoice.put("automatic_tax.liability", json!({"type": "self"}));
    invoice.put("automatic_tax.provider", "stripe");
    invoice.put("automatic_tax.status", "complete");
}

fn parent(subscription: &Value) -> Value {
    if subscription.is_null() {
        return Value::Null;
    }
    json!({
        "quote_details": null,
        "subscription_details": {
            "metadata": subscription.member("metadata"),
            "subscription": subscription.text("id"),
        },
        "type": "subscription_details",
    })
}

/// Adds lines to a draft and sets its totals.
pub(super) fn add_lines(
    scope: &AccountScope<'_>,
    invoice: &mut Value,
    lines: &[DraftLine],
) -> Result<(), StripeError> {
    let id = invoice.text("id").to_owned();
    let rates = LineRates::from_invoice(invoice);
    let mut written = invoice.items("lines.data").to_owned();
    for line in lines {
        let mut line = write_line(scope, &id, line, &rates)?;
        if line.text("currency").is_empty() {
            line.put("currency", invoice.text("currency"));
        }
        written.push(line);
    }
    invoice.put("lines.data", written);
    put_totals(invoice);
    Ok(())
}

/// Stores a new draft, which is finalized after an hour if it advances by itself.
pub(crate) fn store_draft(
    scope: &mut AccountScope<'_>,
    invoice: Value,
) -> Result<Value, StripeError> {
    if let Some(at) = invoice.member("automatically_finalizes_at").as_i64() {
        scope.schedule(at, TaskKind::FinalizeInvoice, invoice.text("id"));
    }
    scope.insert(ObjectKind::Invoice, invoice.clone());
    events::emit(scope, "invoice.created", &invoice)?;
    Ok(invoice)
}

/// Returns the id of the subscription of an invoice; the empty text if it has none.
pub(super) fn subscription_of(invoice: &Value) -> &str {
    invoice.text("parent.subscription_details.subscription")
}
