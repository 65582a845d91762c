//! Totals of invoices.

use serde_json::{Value, json};

use crate::state::Members;

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

#[cfg(test)]
mod tests {
    use super::super::lines::{DraftLine, LineSource, taxes};
    use super::super::shares::share;
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
                    let line = DraftLine {
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
