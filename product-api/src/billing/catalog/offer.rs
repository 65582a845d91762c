//! Packs and plans as they are sold now: the newest version with its prices at one connection.

use super::plan_terms::PlanTerms;
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

/// A feature of a plan, with the further credits of each allowance that can be spent on it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanFeatureCredits {
    /// The feature's key.
    pub(crate) feature_id: i64,
    /// The feature's code.
    pub(crate) code: String,
    /// The credits; 0 if the plan only names the feature.
    pub(crate) credits: i64,
}

/// A version of a plan, as a subscription has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SoldPlan {
    /// The book that sells it.
    pub(crate) book_id: i64,
    /// The plan's id, `pln_…`.
    pub(crate) plan_id: String,
    /// The plan's code.
    pub(crate) code: String,
    /// The name that buyers see.
    pub(crate) name: String,
    /// The family.
    pub(crate) family: String,
    /// The number of the version.
    pub(crate) version: i64,
    /// Our key of the price that led here, if one did.
    pub(crate) price_id: Option<i64>,
    /// The terms of one piece.
    pub(crate) terms: PlanTerms,
    /// The features, in the order of their codes.
    pub(crate) features: Vec<PlanFeatureCredits>,
}

/// A plan that is sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanOffer {
    /// The newest version.
    pub(crate) plan: SoldPlan,
    /// The prices of one period, in the order of their currencies.
    pub(crate) prices: Vec<OfferPrice>,
}
