//! A rule that a checkout offers to its buyer, who agrees to it by saving a card on a page of Stripe.

use foundation::Timestamp;
use serde::{Deserialize, Serialize};

use super::check_request::RuleNumbers;
use super::rule::TopUpCard;
use super::terms::TopUpTerms;
use crate::billing::currency::Currency;
use crate::caller::Mode;
use crate::credits::WalletKey;

/// The rule, as the row of its checkout has it. The price, the credits and the bonus are those of one pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfferedRule {
    /// The number of packs that are bought at once.
    pub(crate) quantity: i64,
    /// Credits below which packs are bought.
    pub(crate) threshold: i64,
    /// The most that a month may cost, in minor units.
    pub(crate) month_max_minor: i64,
    /// Maximum number of purchases in a month.
    pub(crate) month_max_count: i64,
    /// Seconds between two purchases.
    pub(crate) min_seconds: i64,
    /// The price of one pack in minor units.
    pub(crate) amount_minor: i64,
    /// The credits of one pack.
    pub(crate) credits: i64,
    /// The free credits of one pack.
    pub(crate) bonus: i64,
    /// The sentence that the page shows, to which the buyer agrees.
    pub(crate) consent: String,
}

impl OfferedRule {
    /// Returns the numbers that the request named.
    pub(super) const fn numbers(&self) -> RuleNumbers {
        RuleNumbers {
            quantity: self.quantity,
            threshold: self.threshold,
            month_max_minor: self.month_max_minor,
            month_max_count: self.month_max_count,
            min_seconds: self.min_seconds,
        }
    }

    /// Returns the price of one purchase in minor units.
    pub(crate) const fn total_minor(&self) -> i64 {
        self.amount_minor.saturating_mul(self.quantity)
    }

    /// Returns the credits of one purchase, without the bonus.
    pub(crate) const fn total_credits(&self) -> i64 {
        self.credits.saturating_mul(self.quantity)
    }

    /// Returns the free credits of one purchase.
    pub(crate) const fn total_bonus(&self) -> i64 {
        self.bonus.saturating_mul(self.quantity)
    }
}

/// A rule to which a buyer has agreed, with the parts that its checkout has fixed.
#[derive(Clone, Debug)]
pub(crate) struct AgreedRule<'a> {
    /// The checkout.
    pub(crate) checkout_id: &'a str,
    /// The time at which the checkout was started.
    pub(crate) offered_at: Timestamp,
    /// The API key or the user that started it.
    pub(crate) actor: &'a str,
    /// The book and the owner of the credits.
    pub(crate) wallet: WalletKey,
    /// The mode of the book.
    pub(crate) mode: Mode,
    /// The website that sells; none for the platform.
    pub(crate) website_id: Option<&'a str>,
    /// The connection through which the packs are paid.
    pub(crate) connection_id: &'a str,
    /// The pack.
    pub(crate) pack_id: &'a str,
    /// Its version.
    pub(crate) pack_version: i64,
    /// The price of that version.
    pub(crate) price_id: i64,
    /// The currency of the price.
    pub(crate) currency: Currency,
    /// The other terms of the pack.
    pub(crate) terms: TopUpTerms,
    /// The rule.
    pub(crate) offered: &'a OfferedRule,
    /// The saved card, if the payment method is one.
    pub(crate) card: Option<TopUpCard>,
}
