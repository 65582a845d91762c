//! A pack as it is sold now: its newest version with its prices at one connection.

use super::price_state::PriceState;
use crate::billing::currency::Currency;

/// A price of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OfferPrice {
    /// Our key of the price; 0 while no price was made for the connection, when the state is pending.
    pub(crate) id: i64,
    /// The currency.
    pub(crate) currency: Currency,
    /// The amount in minor units.
    pub(crate) amount_minor: i64,
    /// Stripe's id of the price, once it was made.
    pub(crate) stripe_price_id: Option<String>,
    /// The state at Stripe; only a synced price can be sold.
    pub(crate) state: PriceState,
}

/// A pack that is sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackOffer {
    /// The pack's id, `pck_…`.
    pub(crate) pack_id: String,
    /// The pack's code.
    pub(crate) code: String,
    /// The name that buyers see.
    pub(crate) name: String,
    /// A sentence for buyers.
    pub(crate) description: Option<String>,
    /// The newest version.
    pub(crate) version: i64,
    /// The credits that are paid for.
    pub(crate) credits: i64,
    /// Further credits.
    pub(crate) bonus: i64,
    /// Days from the purchase until the credits expire; none if they do not.
    pub(crate) expires_days: Option<i64>,
    /// Days from the purchase until the bonus expires; none if it does not.
    pub(crate) bonus_expires_days: Option<i64>,
    /// The key of the only feature on which the credits can be spent; none for all.
    pub(crate) feature_id: Option<i64>,
    /// True if the pack is for a first purchase only.
    pub(crate) is_first_only: bool,
    /// The prices, in the order of their currencies.
    pub(crate) prices: Vec<OfferPrice>,
}
