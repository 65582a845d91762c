//! Chooses the price of a checkout by its currency. Stripe binds the subscriptions of a customer to one.

use foundation::{Connection, Failure};

use super::checkout_offer::CheckoutOffer;
use super::store;
use crate::billing::catalog::{OfferPrice, find_price_money};
use crate::billing::currency::Currency;
use crate::credits::WalletKey;
use crate::problem::{Kind, Problem};

/// The currencies that decide about a price.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrencyChoice<'a> {
    /// The code that the request names; none if it names none.
    pub(super) asked: Option<&'a str>,
    /// The book's own currency.
    pub(super) usual: Currency,
    /// The currency of the subscriptions that the buyer has; none for a pack, and for a buyer without one.
    pub(super) bound: Option<Currency>,
}

/// Returns the currency of the live subscriptions that a buyer has at a connection; `None` without one.
pub(super) async fn find_bound_currency(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    connection_id: &str,
) -> Result<Option<Currency>, Failure> {
    // The price of an unknown plan says nothing.
    for price_id in store::list_live_prices(db, wallet, connection_id).await? {
        if let Some(money) = find_price_money(db, connection_id, &price_id).await? {
            return Ok(Some(money.currency));
        }
    }
    Ok(None)
}

/// Returns the price in the requested currency, or else in the one of the buyer's subscriptions, or else in the book's own.
/// Rejects with 422 a currency that the offer does not have, or in which the buyer cannot subscribe.
pub(super) fn choose_price<'a>(
    offer: &'a CheckoutOffer,
    choice: &CurrencyChoice<'_>,
) -> Result<&'a OfferPrice, Problem> {
    let usual = choice.bound.unwrap_or(choice.usual).code();
    let code = choice.asked.unwrap_or(usual);
    if let Some(bound) = choice.bound {
        let found = price_in(offer, bound.code());
        return match found {
            Some(price) if code == bound.code() => Ok(price),
            Some(_) => Err(other_currency(bound)),
            None => Err(no_price_in_bound(offer, bound)),
        };
    }
    price_in(offer, code).ok_or_else(|| {
        let detail = format!("There is no price in \"{code}\". Nothing was done.");
        unsupported(detail, codes_of(offer))
    })
}

fn price_in<'a>(offer: &'a CheckoutOffer, code: &str) -> Option<&'a OfferPrice> {
    let mut prices = offer.prices.iter();
    prices.find(|price| price.currency.code() == code)
}

fn codes_of(offer: &CheckoutOffer) -> Vec<&'static str> {
    let prices = offer.prices.iter();
    prices.map(|price| price.currency.code()).collect()
}

/// Returns the problem of a request that names another currency than the one of the buyer's subscriptions.
fn other_currency(bound: Currency) -> Problem {
    let code = bound.code();
    let detail = format!(
        "The buyer has a subscription in \"{code}\", and Stripe binds a customer's subscriptions to one currency. Name \"{code}\", or no currency. Nothing was done."
    );
    unsupported(detail, vec![code])
}

/// Returns the problem of a plan without a price in the currency of the buyer's subscriptions.
fn no_price_in_bound(offer: &CheckoutOffer, bound: Currency) -> Problem {
    let code = bound.code();
    let detail = format!(
        "The buyer has a subscription in \"{code}\", and the plan has no such price. Add a version with one, or end the subscription first. Nothing was done."
    );
    unsupported(detail, codes_of(offer))
}

fn unsupported(detail: String, currencies: Vec<&'static str>) -> Problem {
    Problem::new(Kind::CurrencyUnsupported, detail).with("currencies", currencies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::catalog::{ItemKind, PriceState};

    fn offer_in(codes: &[&str]) -> CheckoutOffer {
        let prices = codes.iter().map(|code| OfferPrice {
            id: 1,
            currency: Currency::parse(code).unwrap(),
            amount_minor: 900,
            stripe_price_id: None,
            state: PriceState::Synced,
        });
        CheckoutOffer {
            kind: ItemKind::Plan,
            item_id: "pln_1".to_owned(),
            code: "pro".to_owned(),
            name: "Pro".to_owned(),
            version: 1,
            credits: 1_000,
            bonus: 0,
            expires_days: None,
            bonus_expires_days: None,
            feature_id: None,
            is_first_only: false,
            trial: None,
            max_quantity: Some(1),
            prices: prices.collect(),
        }
    }

    #[test]
    fn subscriptions_of_a_buyer_decide_about_the_currency() {
        const BOTH: &[&str] = &["eur", "usd"];
        const EUROS: &[&str] = &["eur"];
        const DOLLARS: &[&str] = &["usd"];
        // The prices of the offer, the currency that the request names, that of the subscriptions, and the one of the price.
        let rows = [
            (BOTH, None, None, Some("usd")),
            (BOTH, Some("eur"), None, Some("eur")),
            (BOTH, Some("gbp"), None, None),
            (BOTH, None, Some("eur"), Some("eur")),
            (BOTH, Some("eur"), Some("eur"), Some("eur")),
            (BOTH, Some("usd"), Some("eur"), None),
            (DOLLARS, None, Some("eur"), None),
            (DOLLARS, Some("usd"), Some("eur"), None),
            (EUROS, None, None, None),
        ];
        for (codes, asked, bound, expected) in rows {
            let offer = offer_in(codes);
            let choice = CurrencyChoice {
                asked,
                usual: Currency::parse("usd").unwrap(),
                bound: bound.map(|code| Currency::parse(code).unwrap()),
            };
            let price = choose_price(&offer, &choice).ok();
            let found = price.map(|price| price.currency.code());
            assert_eq!(found, expected, "{codes:?} {asked:?} {bound:?}");
        }
    }
}
