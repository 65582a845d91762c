//! The sentence of consent that a page of Stripe shows: it says what is bought, when, and for how much at most.

use super::offered_rule::OfferedRule;
use crate::billing::currency::{Currency, Money};

/// The seller that the sentence names without a website: the operator of this installation.
const PLATFORM: &str = "this service";

/// The seller of the credits, as buyers see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownSeller<'a> {
    /// The name of the website; none for the platform.
    pub(crate) name: Option<&'a str>,
    /// Decimal places in which its credits are displayed.
    pub(crate) scale: i16,
}

/// Returns the sentence to which a buyer agrees. The web app writes the same one on its own page.
pub(super) fn consent_sentence(
    seller: ShownSeller<'_>,
    currency: Currency,
    rule: &OfferedRule,
) -> String {
    let money = |minor: i64| {
        let code = currency.code().to_uppercase();
        format!("{} {code}", Money { currency, minor })
    };
    let name = seller.name.unwrap_or(PLATFORM);
    let price = money(rule.total_minor());
    let most = money(rule.month_max_minor);
    let credits = written(rule.total_credits(), seller.scale);
    let threshold = written(rule.threshold, seller.scale);
    let (each, times) = match rule.month_max_count {
        1 => ("when", "once".to_owned()),
        count => ("each time", format!("{count} times")),
    };
    format!(
        "I agree that {name} charges my saved card {price} for {credits} credits {each} fewer than {threshold} are left, \
         at most {most} and {times} a month, until I turn it off."
    )
}

/// Writes credits with their decimal places.
fn written(credits: i64, scale: i16) -> String {
    let decimals = u32::try_from(scale).unwrap_or_default();
    let unit = 10_i64.checked_pow(decimals).unwrap_or(1);
    if unit == 1 {
        return credits.to_string();
    }
    let (whole, rest) = (credits.div_euclid(unit), credits.rem_euclid(unit));
    let width = usize::try_from(decimals).unwrap_or_default();
    format!("{whole}.{rest:0width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_says_what_is_bought_when_and_for_how_much() {
        let rule = OfferedRule {
            quantity: 2,
            threshold: 100,
            month_max_minor: 5_000,
            month_max_count: 2,
            min_seconds: 300,
            amount_minor: 1_000,
            credits: 250,
            bonus: 50,
            consent: String::new(),
        };
        let currency = Currency::parse("eur").unwrap();
        let seller = ShownSeller {
            name: Some("Pictures"),
            scale: 0,
        };
        assert_eq!(
            consent_sentence(seller, currency, &rule),
            "I agree that Pictures charges my saved card 20.00 EUR for 500 credits each time fewer than 100 are left, \
             at most 50.00 EUR and 2 times a month, until I turn it off."
        );
        let once = OfferedRule {
            month_max_count: 1,
            ..rule
        };
        let platform = ShownSeller {
            name: None,
            scale: 2,
        };
        assert_eq!(
            consent_sentence(platform, currency, &once),
            "I agree that this service charges my saved card 20.00 EUR for 5.00 credits when fewer than 1.00 are left, \
             at most 50.00 EUR and once a month, until I turn it off."
        );
    }
}
