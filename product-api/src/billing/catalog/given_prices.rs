//! Prices of a request for a new version, and the rules for numbers in it.

use crate::billing::currency::{Currency, Money};
use crate::problem::FieldError;

/// Maximum number of credits, 2^53 - 1: JSON readers take larger numbers for others.
pub(super) const MAX_CREDITS: i64 = 9_007_199_254_740_991;
/// Maximum number of currencies of a version.
const MAX_CURRENCIES: usize = 20;

/// A price of a request, before its currency is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenPrice {
    /// The code of the currency.
    pub(super) currency: String,
    /// The amount in minor units.
    pub(super) amount_minor: i64,
}

/// Bounds of a number in a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The smallest number.
    pub(super) least: i64,
    /// The largest number.
    pub(super) most: i64,
}

/// Adds an error if a number is given and is outside its bounds.
pub(super) fn check_number(
    errors: &mut Vec<FieldError>,
    pointer: &str,
    number: Option<i64>,
    bounds: Bounds,
) {
    let Bounds { least, most } = bounds;
    if number.is_some_and(|number| !(least..=most).contains(&number)) {
        let detail = format!("Must be from {least} to {most}.");
        errors.push(FieldError::body(pointer, detail));
    }
}

/// Returns the prices in the order of their currencies, and adds an error for each wrong one.
pub(super) fn parse_prices(given: &[GivenPrice], errors: &mut Vec<FieldError>) -> Vec<Money> {
    if !(1..=MAX_CURRENCIES).contains(&given.len()) {
        let detail = format!("Must have 1 to {MAX_CURRENCIES} prices.");
        errors.push(FieldError::body("/prices", detail));
        return Vec::new();
    }
    let mut prices: Vec<Money> = Vec::new();
    for (index, price) in given.iter().enumerate() {
        let error = |member: &str, detail: String| {
            FieldError::body(format!("/prices/{index}/{member}"), detail)
        };
        let Some(currency) = Currency::parse(&price.currency) else {
            let detail = "Must be the code of a currency that Stripe charges, in lower case.";
            errors.push(error("currency", detail.to_owned()));
            continue;
        };
        if prices.iter().any(|other| other.currency == currency) {
            let detail = format!("There is a price in {currency} before.");
            errors.push(error("currency", detail));
        }
        if let Err(refusal) = currency.check_amount(price.amount_minor) {
            errors.push(error("amount_minor", refusal.to_string()));
        }
        prices.push(Money {
            currency,
            minor: price.amount_minor,
        });
    }
    prices.sort_unstable_by_key(|price| price.currency);
    prices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::catalog::version::pointers;

    fn price(currency: &str, amount_minor: i64) -> GivenPrice {
        GivenPrice {
            currency: currency.to_owned(),
            amount_minor,
        }
    }

    #[test]
    fn each_wrong_price_is_named() {
        let many: Vec<GivenPrice> = (0..21).map(|_| price("eur", 100)).collect();
        let rows: [(&[GivenPrice], &[&str]); 12] = [
            (&[price("eur", 1)], &[]),
            (
                &[
                    price("eur", 99_999_999),
                    price("usd", 500),
                    price("jpy", 500),
                ],
                &[],
            ),
            (&[], &["/prices"]),
            (&many, &["/prices"]),
            (&[price("eur", 0)], &["/prices/0/amount_minor"]), // a free pack
            (&[price("eur", -1)], &["/prices/0/amount_minor"]),
            (&[price("eur", 100_000_000)], &["/prices/0/amount_minor"]),
            (&[price("isk", 150)], &["/prices/0/amount_minor"]),
            (
                &[price("usd", 5), price("kwd", 1_234)],
                &["/prices/1/amount_minor"],
            ),
            (
                &[price("EUR", 5), price("ugx", 5)],
                &["/prices/0/currency", "/prices/1/currency"],
            ),
            (&[price("eur", 5), price("eur", 6)], &["/prices/1/currency"]),
            (
                &[price("xyz", 0), price("usd", 0)],
                &["/prices/0/currency", "/prices/1/amount_minor"],
            ),
        ];
        for (given, expected) in rows {
            let mut errors = Vec::new();
            parse_prices(given, &mut errors);
            assert_eq!(pointers(&errors), expected, "{given:?}");
        }
    }
}
