//! Lines of invoices, with their discounts and taxes.

use serde_json::{Value, json};

use super::shares::share;
use crate::error::StripeError;
use crate::shapes::filled;
use crate::state::{AccountScope, Members, ObjectKind};

/// Object from which a line is made.
#[derive(Clone, Debug)]
pub(super) enum LineSource {
    /// An item of a subscription.
    SubscriptionItem { subscription: String, item: String },
    /// An invoice item of a customer.
    InvoiceItem { id: String },
}

/// A line before its discount and its tax.
#[derive(Clone, Debug)]
pub(super) struct DraftLine {
    pub(super) source: LineSource,
    /// Null for an invoice item without a price.
    pub(super) price: Value,
    pub(super) quantity: i64,
    /// In minor units, without a discount; with the tax if the price is inclusive.
    pub(super) amount: i64,
    pub(super) description: String,
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) is_proration: bool,
}

/// Discount and tax of all lines of an invoice.
#[derive(Clone, Debug, Default)]
pub(super) struct LineRates {
    pub(super) percent_off: i64,
    /// Id of the discount; empty without one.
    pub(super) discount: String,
    pub(super) tax_basis_points: i64,
}

impl LineRates {
    /// Returns the rates that an invoice was made with.
    pub(super) fn from_invoice(invoice: &Value) -> Self {
        Self {
            percent_off: invoice.number("_percent_off"),
            discount: invoice.text("_discount").to_owned(),
            tax_basis_points: invoice.number("_tax_basis_points"),
        }
    }
}

/// Writes a line of an invoice.
pub(super) fn write_line(
    scope: &AccountScope<'_>,
    invoice: &str,
    line: &DraftLine,
    rates: &LineRates,
) -> Result<Value, StripeError> {
    let id = format!("il_1{}", scope.random_text(23)?);
    let discount = if line.is_proration {
        0
    } else {
        share(line.amount, rates.percent_off, 100)
    };
    let currency = line.price.text("currency");
    let subscription = match &line.source {
        LineSource::SubscriptionItem { subscription, .. } => subscription.as_str().into(),
        LineSource::InvoiceItem { .. } => Value::Null,
    };
    let discounts = if discount == 0 {
        json!([])
    } else {
        json!([{"amount": discount, "discount": rates.discount}])
    };
    Ok(filled(
        "line_item",
        json!({
            "id": id,
            "amount": line.amount,
            "currency": currency,
            "description": line.description,
            "discount_amounts": discounts,
            "invoice": invoice,
            "livemode": scope.data.is_live,
            "parent": parent(line),
            "period": {"end": line.end, "start": line.start},
            "pricing": pricing(&line.price),
            "quantity": line.quantity,
            "quantity_decimal": line.quantity.to_string(),
            "subscription": subscription,
            "subtotal": line.amount,
            "taxes": taxes(line, discount, rates.tax_basis_points),
            "_price": line.price,
        }),
    ))
}

fn parent(line: &DraftLine) -> Value {
    let details = json!({"credited_items": null});
    match &line.source {
        LineSource::SubscriptionItem { subscription, item } => json!({
            "invoice_item_details": null,
            "subscription_item_details": {
                "invoice_item": null,
                "proration": line.is_proration,
                "proration_details": details,
                "subscription": subscription,
                "subscription_item": item,
            },
            "type": "subscription_item_details",
        }),
        LineSource::InvoiceItem { id } => json!({
            "invoice_item_details": {
                "invoice_item": id,
                "proration": line.is_proration,
                "proration_details": details,
                "subscription": null,
            },
            "subscription_item_details": null,
            "type": "invoice_item_details",
        }),
    }
}

/// Returns the pricing of a line or of an invoice item; null without a stored price.
pub(super) fn pricing(price: &Value) -> Value {
    if price.text("id").is_empty() {
        return Value::Null;
    }
    json!({
        "price_details": {"price": price.text("id"), "product": price.text("product")},
        "type": "price_details",
        "unit_amount_decimal": price.text("unit_amount_decimal"),
    })
}

/// Returns the taxes of a line after its discount.
pub(super) fn taxes(line: &DraftLine, discount: i64, basis_points: i64) -> Value {
    if basis_points == 0 {
        return json!([]);
    }
    let taxable = line.amount.saturating_sub(discount);
    let is_inclusive = line.price.text("tax_behavior") == "inclusive";
    let whole = if is_inclusive {
        basis_points.saturating_add(10_000)
    } else {
        10_000
    };
    let tax = share(taxable, basis_points, whole);
    let base = if is_inclusive {
        taxable.saturating_sub(tax)
    } else {
        taxable
    };
    json!([{
        "amount": tax,
        "tax_behavior": if is_inclusive { "inclusive" } else { "exclusive" },
        "tax_rate_details": null,
        "taxability_reason": "standard_rated",
        "taxable_amount": base,
        "type": "tax_rate_details",
    }])
}

/// Returns the description of a line for the price and quantity of a subscription item.
pub(super) fn describe(scope: &AccountScope<'_>, price: &Value, quantity: i64) -> String {
    let name = product_name(scope, price);
    let recurring = price.member("recurring");
    let interval = recurring.text("interval");
    let every = match recurring.number("interval_count") {
        0 | 1 => interval.to_owned(),
        count => format!("{count} {interval}s"),
    };
    format!("{quantity} × {name} (per {every})")
}

/// Returns the name of the product of a price.
pub(super) fn product_name(scope: &AccountScope<'_>, price: &Value) -> String {
    let found = scope.data.find(ObjectKind::Product, price.text("product"));
    found.map_or("", |product| product.text("name")).to_owned()
}
