//! Features: what a website charges for, and what each costs by its quantity.

mod add_price;
mod api;
mod feature;
mod list;
mod offer;
mod price;
mod save;
mod store;

pub(crate) use api::{FeaturesApi, PriceAnswer};
pub(crate) use offer::{FeatureName, Offer, offers};
pub(crate) use price::Price;
pub(crate) use store::id_of;
