//! A version of a pack: its credits, its terms and its prices. A version never changes; a new version follows it.

use foundation::Timestamp;

use super::price_state::PriceAtStripe;
use crate::billing::currency::{Currency, Money};
use crate::problem::FieldError;

/// Maximum number of credits, 2^53 - 1: JSON readers take larger numbers for others.
const MAX_CREDITS: i64 = 9_007_199_254_740_991;
/// Maximum number of days until credits expire.
const MAX_DAYS: i64 = 3_650;
/// Maximum number of currencies of a version.
const MAX_CURRENCIES: usize = 20;
/// Maximum number of versions of a pack.
pub(super) const MAX_VERSIONS: i64 = 1_000;

/// A price of a request, before its currency is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenPrice {
    /// The code of the currency.
    pub(super) currency: String,
    /// The amount in minor units.
    pub(super) amount_minor: i64,
}

/// Credits and their terms, as a buyer gets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackTerms {
    /// The credits that are paid for.
    pub(super) credits: i64,
    /// Further credits.
    pub(super) bonus: i64,
    /// Days from the purchase until the credits expire; none if they do not.
    pub(super) expires_days: Option<i64>,
    /// Days from the purchase until the bonus expires; none if it does not.
    pub(super) bonus_expires_days: Option<i64>,
    /// True if the pack is for a first purchase only.
    pub(super) is_first_only: bool,
}

/// A requested version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewPackVersion {
    /// The credits and their terms.
    pub(super) terms: PackTerms,
    /// The code of the only feature on which the credits can be spent; none for all.
    pub(super) feature: Option<String>,
    /// The prices, in the order of their currencies.
    pub(super) prices: Vec<Money>,
}

impl NewPackVersion {
    /// Returns the version of a request, or the errors of its body.
    pub(super) fn parse(
        terms: PackTerms,
        feature: Option<String>,
        prices: &[GivenPrice],
    ) -> Result<Self, Vec<FieldError>> {
        let mut errors = terms_errors(&terms);
        let prices = parse_prices(prices, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            terms,
            feature,
            prices,
        })
    }
}

fn terms_errors(terms: &PackTerms) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut check = |pointer: &str, number: Option<i64>, least: i64, most: i64| {
        if number.is_some_and(|number| !(least..=most).contains(&number)) {
            let detail = format!("Must be from {least} to {most}.");
            errors.push(FieldError::body(pointer, detail));
        }
    };
    check("/credits", Some(terms.credits), 1, MAX_CREDITS);
    check("/bonus", Some(terms.bonus), 0, MAX_CREDITS);
    check("/expires_days", terms.expires_days, 1, MAX_DAYS);
    check("/bonus_expires_days", terms.bonus_expires_days, 1, MAX_DAYS);
    if terms.bonus == 0 && terms.bonus_expires_days.is_some() {
        let detail = "There is no bonus that could expire.";
        errors.push(FieldError::body("/bonus_expires_days", detail));
    }
    if errors.is_empty() && terms.credits.saturating_add(terms.bonus) > MAX_CREDITS {
        let detail = format!("Must be at most {MAX_CREDITS} together with `credits`.");
        errors.push(FieldError::body("/bonus", detail));
    }
    errors
}

/// Returns the prices in the order of their currencies, and adds an error for each wrong one.
fn parse_prices(given: &[GivenPrice], errors: &mut Vec<FieldError>) -> Vec<Money> {
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

/// The feature of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionFeature {
    /// The feature's key.
    pub(super) id: i64,
    /// The feature's code.
    pub(super) code: String,
}

/// A price of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionPrice {
    /// The amount.
    pub(super) money: Money,
    /// Its price at Stripe; none while the book has no connection.
    pub(super) at_stripe: Option<PriceAtStripe>,
}

/// A version of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackVersion {
    /// The number among the pack's versions: 1, 2, 3 …
    pub(super) version: i64,
    /// The credits and their terms.
    pub(super) terms: PackTerms,
    /// The only feature on which the credits can be spent; none for all.
    pub(super) feature: Option<VersionFeature>,
    /// The time of creation.
    pub(super) created_at: Timestamp,
    /// The prices, in the order of their currencies.
    pub(super) prices: Vec<VersionPrice>,
}

impl PackVersion {
    /// Returns true if a requested version equals this one.
    pub(super) fn is_like(&self, asked: &NewPackVersion) -> bool {
        let feature = self.feature.as_ref().map(|feature| &feature.code);
        let prices = self.prices.iter().map(|price| price.money);
        self.terms == asked.terms
            && feature == asked.feature.as_ref()
            && prices.eq(asked.prices.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(credits: i64, bonus: i64, days: Option<i64>, bonus_days: Option<i64>) -> PackTerms {
        PackTerms {
            credits,
            bonus,
            expires_days: days,
            bonus_expires_days: bonus_days,
            is_first_only: false,
        }
    }

    fn price(currency: &str, amount_minor: i64) -> GivenPrice {
        GivenPrice {
            currency: currency.to_owned(),
            amount_minor,
        }
    }

    fn places(errors: &[FieldError]) -> Vec<&str> {
        errors
            .iter()
            .map(|error| match error {
                FieldError::Body { pointer, .. } => pointer.as_str(),
                FieldError::Parameter { name, .. } => name.as_str(),
            })
            .collect()
    }

    #[test]
    fn each_wrong_term_is_named() {
        let rows: [(PackTerms, &[&str]); 14] = [
            // credits, bonus, days, days of the bonus; places of errors
            (terms(1, 0, None, None), &[]),
            (terms(MAX_CREDITS, 0, Some(1), None), &[]),
            (terms(MAX_CREDITS - 5, 5, Some(3_650), Some(3_650)), &[]),
            (terms(0, 0, None, None), &["/credits"]),
            (terms(-1, 0, None, None), &["/credits"]),
            (terms(MAX_CREDITS + 1, 0, None, None), &["/credits"]),
            (terms(1, -1, None, None), &["/bonus"]),
            (terms(1, MAX_CREDITS + 1, None, None), &["/bonus"]),
            (terms(MAX_CREDITS, 1, None, None), &["/bonus"]),
            (terms(1, 0, Some(0), None), &["/expires_days"]),
            (terms(1, 0, Some(3_651), None), &["/expires_days"]),
            (terms(1, 1, None, Some(3_651)), &["/bonus_expires_days"]),
            (terms(1, 0, None, Some(30)), &["/bonus_expires_days"]),
            (
                terms(0, -1, Some(0), Some(30)),
                &["/credits", "/bonus", "/expires_days"],
            ),
        ];
        for (given, expected) in rows {
            assert_eq!(places(&terms_errors(&given)), expected, "{given:?}");
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
            assert_eq!(places(&errors), expected, "{given:?}");
        }
    }

    fn stored(new: &NewPackVersion) -> PackVersion {
        let code = new.feature.clone();
        PackVersion {
            version: 1,
            terms: new.terms.clone(),
            feature: code.map(|code| VersionFeature { id: 7, code }),
            created_at: Timestamp::default(),
            prices: new
                .prices
                .iter()
                .map(|money| VersionPrice {
                    money: *money,
                    at_stripe: None,
                })
                .collect(),
        }
    }

    fn any_request() -> impl Strategy<Value = (PackTerms, Option<String>, Vec<GivenPrice>)> {
        let terms = (
            1..1_000_i64,
            1..9_i64,
            proptest::option::of(1..9_i64),
            any::<bool>(),
        );
        let terms = terms.prop_map(|(credits, bonus, days, is_first_only)| PackTerms {
            is_first_only,
            ..terms_with(credits, bonus, days)
        });
        let feature = proptest::option::of("[a-c]{1,2}");
        let codes = proptest::sample::subsequence(vec!["eur", "usd", "gbp", "jpy"], 1..=4);
        let prices = codes.prop_flat_map(|codes| {
            let amounts = proptest::collection::vec(1..9_i64, codes.len());
            amounts.prop_map(move |amounts| {
                let pairs = codes.iter().zip(amounts);
                pairs.map(|(code, amount)| price(code, amount)).collect()
            })
        });
        (terms, feature, prices)
    }

    fn terms_with(credits: i64, bonus: i64, days: Option<i64>) -> PackTerms {
        terms(credits, bonus, days, days)
    }

    proptest! {
        /// A repeated request is taken for the stored version exactly if it says the same; the order of prices says nothing.
        #[test]
        fn version_equals_an_equal_request(
            one in any_request(), other in any_request(), rotation in 0..4_usize,
        ) {
            let parse = |(terms, feature, prices): &(PackTerms, Option<String>, Vec<GivenPrice>)| {
                NewPackVersion::parse(terms.clone(), feature.clone(), prices).unwrap()
            };
            let (first, second) = (parse(&one), parse(&other));
            prop_assert!(stored(&first).is_like(&first));
            prop_assert_eq!(stored(&first).is_like(&second), first == second);
            let mut rotated = one;
            let length = rotated.2.len();
            rotated.2.rotate_left(rotation % length);
            prop_assert!(stored(&first).is_like(&parse(&rotated)));
        }
    }
}
