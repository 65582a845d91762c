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
pub(super) struct InvoiceLine {
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
    pub(super) fn of_invoice(invoice: &Value) -> Self {
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
    line: &InvoiceLine,
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

fn parent(line: &InvoiceLine) -> Value {
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

fn taxes(line: &InvoiceLine, discount: i64, basis_points: i64) -> Value {
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

/// Sets the totals of an invoice by its lines. Nothing is paid yet.
pub(super) fn put_totals(invoice: &mut Value) {
    let lines = invoice.items("lines.data").to_owned();
    let sum = |amounts: &dyn Fn(&Value) -> i64| lines.iter().map(amounts).sum::<i64>();
    let subtotal = sum(&|line| line.number("amount"));
    let discount = sum(&|line| sum_of(line.items("discount_amounts")));
    let taxes: Vec<Value> = ["exclusive", "inclusive"]
        .into_iter()
        .filter_map(|behavior| total_tax(&lines, behavior))
        .collect();
    let tax = |behavior: &str| {
        let of_behavior = taxes.iter();
        let mut of_behavior = of_behavior.filter(|tax| tax.text("tax_behavior") == behavior);
        of_behavior.next().map_or(0, |tax| tax.number("amount"))
    };
    let (exclusive, inclusive) = (tax("exclusive"), tax("inclusive"));
    let total = subtotal - discount + exclusive;
    let discounts = if discount == 0 {
        json!([])
    } else {
        json!([{"amount": discount, "discount": invoice.text("_discount")}])
    };
    let due = total.max(0);
    for (name, amount) in [
        ("amount_due", due),
        ("amount_paid", 0),
        ("amount_remaining", due),
        ("subtotal", subtotal),
        ("subtotal_excluding_tax", subtotal - inclusive),
        ("total", total),
        ("total_excluding_tax", total - exclusive - inclusive),
    ] {
        invoice.put(name, amount);
    }
    invoice.put("total_discount_amounts", discounts);
    invoice.put("total_taxes", taxes);
}

fn sum_of(amounts: &[Value]) -> i64 {
    amounts.iter().map(|amount| amount.number("amount")).sum()
}

/// Returns the sum of the taxes with a behavior; `None` if no line has one.
fn total_tax(lines: &[Value], behavior: &str) -> Option<Value> {
    let taxes = lines.iter().flat_map(|line| line.items("taxes"));
    let mut taxes = taxes.filter(|tax| tax.text("tax_behavior") == behavior);
    let first = taxes.next()?.clone();
    let total = taxes.fold(first, |mut total, tax| {
        for name in ["amount", "taxable_amount"] {
            let sum = total.number(name).saturating_add(tax.number(name));
            total.put(name, sum);
        }
        total
    });
    Some(total)
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

#[cfg(test)]
mod tests {
    use super::*;

    type TotalsRow = (&'static [i64], i64, i64, &'static str, [i64; 5]);

    #[test]
    fn totals_are_sums_of_lines() {
        // amounts of lines, percent off, tax, behavior, expected subtotal, discount, tax, total and amount due
        let rows: [TotalsRow; 6] = [
            (&[1_000], 0, 0, "exclusive", [1_000, 0, 0, 1_000, 1_000]),
            (
                &[1_000, 500],
                0,
                1_900,
                "exclusive",
                [1_500, 0, 285, 1_785, 1_785],
            ),
            (
                &[1_190],
                0,
                1_900,
                "inclusive",
                [1_190, 0, 190, 1_190, 1_190],
            ),
            (&[1_000], 50, 1_900, "exclusive", [1_000, 500, 95, 595, 595]),
            (&[1_000], 100, 0, "exclusive", [1_000, 1_000, 0, 0, 0]),
            (
                &[-1_000, 400],
                0,
                1_900,
                "exclusive",
                [-600, 0, -114, -714, 0],
            ),
        ];
        for (amounts, off, tax, behavior, expected) in rows {
            let lines: Vec<Value> = amounts
                .iter()
                .map(|amount| {
                    let line = InvoiceLine {
                        source: LineSource::InvoiceItem { id: String::new() },
                        price: json!({"tax_behavior": behavior}),
                        quantity: 1,
                        amount: *amount,
                        description: String::new(),
                        start: 0,
                        end: 0,
                        is_proration: false,
                    };
                    let discount = share(*amount, off, 100);
                    json!({
                        "amount": amount,
                        "discount_amounts": [{"amount": discount}],
                        "taxes": taxes(&line, discount, tax),
                    })
                })
                .collect();
            let mut invoice = json!({"lines": {"data": lines}});
            put_totals(&mut invoice);
            let found = [
                invoice.number("subtotal"),
                sum_of(invoice.items("total_discount_amounts")),
                sum_of(invoice.items("total_taxes")),
                invoice.number("total"),
                invoice.number("amount_due"),
            ];
            assert_eq!(found, expected, "{amounts:?} {off} {tax} {behavior}");
        }
    }
}
