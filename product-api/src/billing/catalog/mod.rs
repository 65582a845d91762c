//! The catalogue: packs of credits and plans of subscriptions that a book sells, their versions, and their prices at Stripe.

mod add_version;
mod api;
mod apply_price;
mod find_offer;
mod follow_links;
mod given_prices;
mod item;
mod make_prices;
mod map_price;
mod offer;
mod pack_terms;
mod plan_terms;
mod price_facts;
mod price_state;
mod price_work;
mod product_texts;
mod read_catalog;
mod read_items;
mod read_public_catalog;
mod repair_price;
mod run;
mod save_item;
mod store;
mod sync_now;
mod sync_prices;
mod sync_product;
mod version;

pub(crate) use api::{
    CatalogApi, PackVersionsApi, PacksApi, PlanVersionsApi, PlansApi, PublicCatalogApi,
};
pub(crate) use apply_price::{apply_price, apply_product};
pub(crate) use find_offer::{
    find_offer, find_plan, find_plan_of_price, find_plan_offer, find_price_money,
};
pub(crate) use item::ItemKind;
#[cfg(test)]
pub(crate) use offer::PlanFeatureCredits;
pub(crate) use offer::{OfferPrice, PackOffer, PlanOffer, SoldPlan};
#[cfg(test)]
pub(crate) use plan_terms::Trial;
pub(crate) use plan_terms::{GrantEvery, Interval, PlanTerms, Rollover};
pub(crate) use price_state::PriceState;
pub(crate) use read_public_catalog::{PublicCatalogs, public_catalogs};
pub(crate) use run::start;
pub use run::sync_catalog;
#[cfg(test)]
pub(super) use store::prices::TEXTS;
