//! Finds the pack that a rule buys, at its price, as the catalogue has it now.

use foundation::Connection;

use super::check_request::{NumbersRefusal, RuleNumbers};
use crate::billing::catalog::{OfferPrice, PackOffer, PriceState, find_offer};
use crate::billing::connections::{BookBilling, StripeConnection};
use crate::billing::currency::{MAX_AMOUNT_MINOR, Money};
use crate::problem::{FieldError, Kind, Problem};

/// Maximum number of credits of one lot, 2^53 - 1.
const MAX_CREDITS: i64 = 9_007_199_254_740_991;

/// A pack that a buyer names.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedPack<'a> {
    /// The book that sells it.
    pub(super) book_id: i64,
    /// The code.
    pub(super) code: &'a str,
    /// The code of the currency; none for the book's own.
    pub(super) currency: Option<&'a str>,
}

/// A pack at its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChosenPack {
    /// The pack.
    pub(super) offer: PackOffer,
    /// The price, which is at Stripe.
    pub(super) price: OfferPrice,
}

/// Finds a pack. Rejects what is not sold, or not again and again.
pub(super) async fn choose_pack(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    settings: &BookBilling,
    named: NamedPack<'_>,
) -> Result<ChosenPack, Problem> {
    let offer = find_offer(db, named.book_id, &connection.id, named.code).await?;
    let offer = offer.ok_or_else(|| {
        let detail = "There is no pack with this code that is sold. Nothing was done.";
        Problem::new(Kind::UnknownOffer, detail)
    })?;
    if offer.is_first_only {
        let detail = "The pack is for a first purchase only, so that it is not bought automatically. Nothing was done.";
        return Err(Problem::new(Kind::UnknownOffer, detail));
    }
    let code = named.currency.unwrap_or(settings.currency.code());
    let mut prices = offer.prices.iter();
    let price = prices.find(|price| price.currency.code() == code).cloned();
    let Some(price) = price else {
        let codes = offer.prices.iter().map(|price| price.currency.code());
        let codes: Vec<&str> = codes.collect();
        let detail = format!("There is no price in \"{code}\". Nothing was done.");
        return Err(Problem::new(Kind::CurrencyUnsupported, detail).with("currencies", codes));
    };
    if price.state != PriceState::Synced || price.stripe_price_id.is_none() {
        let detail = "The price is not at Stripe, or was archived there. Nothing was done.";
        return Err(Problem::new(Kind::PriceUnavailable, detail));
    }
    Ok(ChosenPack { offer, price })
}

impl ChosenPack {
    const fn money(&self, minor: i64) -> Money {
        Money {
            currency: self.price.currency,
            minor,
        }
    }

    /// Returns the price of a number of packs in minor units.
    pub(super) const fn total_minor(&self, quantity: i64) -> i64 {
        self.price.amount_minor.saturating_mul(quantity)
    }

    /// Rejects numbers that do not fit the pack, or the largest limit that the seller allows.
    pub(super) fn check(
        &self,
        numbers: &RuleNumbers,
        settings: &BookBilling,
    ) -> Result<(), NumbersRefusal> {
        let quantity = numbers.quantity;
        let is_within =
            |one: i64, most: i64| one.checked_mul(quantity).is_some_and(|all| all <= most);
        let largest = self.offer.credits.saturating_add(self.offer.bonus);
        let is_payable = is_within(self.price.amount_minor, MAX_AMOUNT_MINOR);
        if !is_payable || !is_within(largest, MAX_CREDITS) {
            let most = self.money(MAX_AMOUNT_MINOR).with_code();
            let detail = format!(
                "Must be smaller: a payment is at most {most}, for at most {MAX_CREDITS} credits."
            );
            return Err(NumbersRefusal::Wrong(FieldError::body("/quantity", detail)));
        }
        let limit = settings.topup_month_max;
        if let Some(most) = limit.filter(|most| numbers.month_max_minor > *most) {
            let most = self.money(most).with_code();
            let detail = format!("Must be at most {most} at this seller.");
            let error = FieldError::body("/month_max_minor", detail);
            return Err(NumbersRefusal::Wrong(error));
        }
        let credits = self.offer.credits.saturating_mul(quantity);
        numbers.check_purchase(credits, self.money(self.total_minor(quantity)))
    }
}
