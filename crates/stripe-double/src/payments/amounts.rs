//! Amounts of sessions: lines, discounts and taxes in minor units, and texts of amounts.

use serde_json::{Value, json};

use crate::error::StripeError;
use crate::state::{AccountScope, Members};

/// Currencies without decimals.
const ZERO_DECIMALS: &[&str] = &[
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
];
/// Currencies with three decimals.
const THREE_DECIMALS: &[&str] = &["bhd", "jod", "kwd", "omr", "tnd"];
/// Other currencies, each with two decimals.
const TWO_DECIMALS: &[&str] = &[
    "aed", "afn", "all", "amd", "ang", "aoa", "ars", "aud", "awg", "azn", "bam", "bbd", "bdt",
    "bgn", "bmd", "bnd", "bob", "brl", "bsd", "bwp", "byn", "bzd", "cad", "cdf", "chf", "cny",
    "cop", "crc", "cve", "czk", "dkk", "dop", "dzd", "egp", "etb", "eur", "fjd", "fkp", "gbp",
    "gel", "gip", "gmd", "gtq", "gyd", "hkd", "hnl", "htg", "huf", "idr", "ils", "inr", "isk",
    "jmd", "kes", "kgs", "khr", "kyd", "kzt", "lak", "lbp", "lkr", "lrd", "lsl", "mad", "mdl",
    "mkd", "mmk", "mnt", "mop", "mur", "mvr", "mwk", "mxn", "myr", "mzn", "nad", "ngn", "nio",
    "nok", "npr", "nzd", "pab", "pen", "pgk", "php", "pkr", "pln", "qar", "ron", "rsd", "rub",
    "sar", "sbd", "scr", "sek", "sgd", "shp", "sle", "sos", "srd", "std", "szl", "thb", "tjs",
    "top", "try", "ttd", "twd", "tzs", "uah", "ugx", "usd", "uyu", "uzs", "wst", "xcd", "yer",
    "zar", "zmw",
];
/// Smallest charge of some currencies, in minor units; others have none here.
const MINIMUMS: &[(&str, i64)] = &[
    ("usd", 50),
    ("eur", 50),
    ("gbp", 30),
    ("chf", 50),
    ("jpy", 50),
    ("cad", 50),
    ("aud", 50),
    ("sek", 300),
    ("dkk", 250),
    ("nok", 300),
    ("pln", 200),
];

/// One line of a session.
#[derive(Clone, Debug)]
pub(crate) struct SessionLine {
    pub(crate) id: String,
    pub(crate) price: Value,
    pub(crate) description: String,
    pub(crate) quantity: i64,
}

/// Returns the refusal of a currency that Stripe does not take.
pub(crate) fn currency_refusal(currency: &str, parameter: &str) -> Option<StripeError> {
    let lists = [ZERO_DECIMALS, THREE_DECIMALS, TWO_DECIMALS];
    let is_known = lists.iter().any(|list| list.contains(&currency));
    let message = format!("Invalid currency: {currency}. Stripe does not support this currency.");
    (!is_known).then(|| StripeError::invalid(message).about(parameter))
}

/// Returns the smallest charge in a currency, in minor units.
pub(crate) fn minimum_amount(currency: &str) -> i64 {
    let found = MINIMUMS.iter().find(|(known, _)| *known == currency);
    found.map_or(1, |(_, minimum)| *minimum)
}

/// Writes an amount with its currency, such as `12.50 EUR`.
pub(crate) fn write_amount(minor: i64, currency: &str) -> String {
    let digits = if ZERO_DECIMALS.contains(&currency) {
        0
    } else if THREE_DECIMALS.contains(&currency) {
        3
    } else {
        2
    };
    let sign = if minor < 0 { "-" } else { "" };
    let code = currency.to_uppercase();
    let padded = format!("{:0>width$}", minor.unsigned_abs(), width = digits + 1);
    let (whole, rest) = padded.split_at(padded.len().saturating_sub(digits));
    if rest.is_empty() {
        format!("{sign}{whole} {code}")
    } else {
        format!("{sign}{whole}.{rest} {code}")
    }
}

/// Sets the lines of a session and its totals, with a discount in percent and the account's tax.
pub(crate) fn set_lines(
    scope: &AccountScope<'_>,
    session: &mut Value,
    lines: &[SessionLine],
    percent_off: i64,
) {
    let is_taxed = session.is_true("automatic_tax.enabled");
    let rate = if is_taxed {
        scope.data.account.tax_basis_points
    } else {
        0
    };
    let mut items: Vec<Value> = lines
        .iter()
        .map(|line| item(line, percent_off, rate))
        .collect();
    if session.number("_subscription_data.trial_period_days") > 0 {
        items.iter_mut().for_each(put_trial);
    }
    let sum = |name: &str| items.iter().map(|item| item.number(name)).sum::<i64>();
    session.put("amount_subtotal", sum("amount_subtotal"));
    session.put("amount_total", sum("amount_total"));
    session.put(
        "total_details",
        json!({
            "amount_discount": sum("amount_discount"),
            "amount_shipping": 0,
            "amount_tax": sum("amount_tax"),
        }),
    );
    session.put("_line_items", items);
    session.put("_percent_off", percent_off);
}

/// Sets the amounts of an item to zero: a trial begins with nothing to pay.
fn put_trial(item: &mut Value) {
    for name in [
        "amount_discount",
        "amount_subtotal",
        "amount_tax",
        "amount_total",
    ] {
        item.put(name, 0);
    }
}

fn item(line: &SessionLine, percent_off: i64, tax_basis_points: i64) -> Value {
    let subtotal = line
        .price
        .number("unit_amount")
        .saturating_mul(line.quantity);
    let discount = rounded(subtotal.saturating_mul(percent_off), 100);
    let taxable = subtotal.saturating_sub(discount);
    let is_inclusive = line.price.text("tax_behavior") == "inclusive";
    let (tax, total) = if is_inclusive {
        let whole = tax_basis_points.saturating_add(10_000);
        (
            rounded(taxable.saturating_mul(tax_basis_points), whole),
            taxable,
        )
    } else {
        let tax = rounded(taxable.saturating_mul(tax_basis_points), 10_000);
        (tax, taxable.saturating_add(tax))
    };
    json!({
        "id": line.id,
        "object": "item",
        "adjustable_quantity": null,
        "amount_discount": discount,
        "amount_subtotal": subtotal,
        "amount_tax": tax,
        "amount_total": total,
        "currency": line.price.text("currency"),
        "description": line.description,
        "metadata": {},
        "price": line.price,
        "quantity": line.quantity,
    })
}

/// Divides and rounds half up; the divisor is positive.
pub(super) fn rounded(dividend: i64, divisor: i64) -> i64 {
    let half = divisor.div_euclid(2);
    dividend.saturating_add(half).div_euclid(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amount_has_the_decimals_of_its_currency() {
        let rows = [
            (1250, "eur", "12.50 EUR"),
            (5, "usd", "0.05 USD"),
            (-5, "usd", "-0.05 USD"),
            (500, "jpy", "500 JPY"),
            (1230, "kwd", "1.230 KWD"),
        ];
        for (minor, currency, expected) in rows {
            assert_eq!(write_amount(minor, currency), expected);
        }
        assert!(currency_refusal("eur", "currency").is_none());
        assert!(currency_refusal("xxx", "currency").is_some());
    }

    #[test]
    fn line_has_discount_and_tax() {
        // unit amount, quantity, percent off, tax, behavior, expected discount, tax and total
        let rows = [
            (1000, 1, 0, 0, "exclusive", [0, 0, 1000]),
            (1000, 2, 0, 1900, "exclusive", [0, 380, 2380]),
            (1190, 1, 0, 1900, "inclusive", [0, 190, 1190]),
            (1000, 1, 10, 1900, "exclusive", [100, 171, 1071]),
            (999, 1, 10, 0, "unspecified", [100, 0, 899]),
            (1000, 1, 100, 1900, "exclusive", [1000, 0, 0]),
        ];
        for (unit, quantity, off, tax, behavior, expected) in rows {
            let line = SessionLine {
                id: "li_1".to_owned(),
                price: json!({"unit_amount": unit, "tax_behavior": behavior}),
                description: String::new(),
                quantity,
            };
            let item = item(&line, off, tax);
            let found =
                ["amount_discount", "amount_tax", "amount_total"].map(|name| item.number(name));
            assert_eq!(found, expected, "{item}");
        }
    }
}
