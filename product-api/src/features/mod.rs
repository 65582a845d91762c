//! Features: what a website charges for, and the price of each.

mod add_price;
mod api;
mod feature;
mod feature_price;
mod list;
mod price;
mod save;
mod store;

pub(crate) use api::{FeaturesApi, PriceDto};
pub(crate) use feature::{MAX_CODE_LENGTH, is_code};
pub(crate) use feature_price::{FeatureName, FeaturePrice, offers};
pub(crate) use price::Price;
pub(crate) use store::id_of;
