//! Terms of a checkout beyond its price: they are fixed at its start, as the price is.

use std::time::Duration;

use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::{Deserialize, Serialize};

use crate::billing::topups::OfferedRule;

const DAY: Duration = Duration::from_hours(24);

/// The terms, as the row has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a term of its own")]
pub(crate) struct CheckoutTerms {
    /// The code of the pack or the plan.
    pub(crate) code: String,
    /// The name of the pack or the plan, which the statement of the credits shows.
    pub(crate) name: String,
    /// Days after the payment for which the credits can be used; none for ever.
    pub(crate) expires_days: Option<i64>,
    /// Days for which the bonus can be used; none for ever.
    pub(crate) bonus_expires_days: Option<i64>,
    /// The one feature that the credits can be used for; none for any use.
    pub(crate) feature_id: Option<i64>,
    /// The price at Stripe.
    pub(crate) stripe_price_id: String,
    /// True if the buyer may enter a promotion code.
    pub(crate) has_promotion_codes: bool,
    /// True if Stripe computes taxes.
    pub(crate) has_tax: bool,
    /// True if Stripe writes an invoice; else the buyer gets a receipt.
    pub(crate) has_invoice: bool,
    /// True if Stripe may offer the buyer's own currency.
    pub(crate) has_adaptive_pricing: bool,
    /// The language of Stripe's page; none for the one of the browser.
    pub(crate) locale: Option<String>,
    /// True if Stripe saves the card, so that automatic top-ups can charge it.
    #[serde(default)]
    pub(crate) saves_card: bool,
    /// The trial of a plan, if this buyer gets one.
    #[serde(default)]
    pub(crate) trial: Option<TrialTerms>,
    /// The automatic top-up that the buyer agrees to; none if something is sold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) top_up: Option<OfferedRule>,
}

/// The terms of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TrialTerms {
    /// The number of days.
    pub(crate) days: i64,
    /// True if the buyer has to name a card first.
    pub(crate) needs_card: bool,
}

impl CheckoutTerms {
    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing the terms of a checkout", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading the terms of a checkout", error))
    }

    /// Returns the time until which credits can be used that are granted at a time; none for ever.
    pub(super) fn expiry(days: Option<i64>, granted_at: Timestamp) -> Option<Timestamp> {
        let days = u32::try_from(days?).unwrap_or(u32::MAX);
        Some(granted_at.plus(DAY.saturating_mul(days)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_were_written() {
        let terms = CheckoutTerms {
            code: "small".to_owned(),
            name: "Small \u{1f4e6}".to_owned(),
            expires_days: Some(90),
            bonus_expires_days: None,
            feature_id: Some(7),
            stripe_price_id: "price_1".to_owned(),
            has_promotion_codes: true,
            has_tax: false,
            has_invoice: true,
            has_adaptive_pricing: false,
            saves_card: true,
            trial: None,
            top_up: None,
            locale: Some("de".to_owned()),
        };
        assert_eq!(CheckoutTerms::parse(&terms.text().unwrap()).unwrap(), terms);
        assert!(CheckoutTerms::parse("{}").is_err());
    }

    #[test]
    fn expiry_is_counted_from_the_grant() {
        let granted_at = Timestamp::from_seconds(1_000);
        let rows = [
            (None, None),
            (Some(1), Some(87_400)),
            (Some(3_650), Some(1_000 + 3_650 * 86_400)),
        ];
        for (days, seconds) in rows {
            let expected = seconds.map(Timestamp::from_seconds);
            assert_eq!(
                CheckoutTerms::expiry(days, granted_at),
                expected,
                "{days:?}"
            );
        }
    }
}
