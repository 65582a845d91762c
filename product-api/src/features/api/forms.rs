//! Wire types of features and prices.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::features::feature::Feature;
use crate::features::list::ListPage;
use crate::features::price::{NewPrice, Price};
use crate::schema::{Instant, Nullable};

/// The properties of a feature.
#[derive(Object)]
#[oai(rename = "FeatureRequest", deny_unknown_fields, example)]
pub(super) struct FeatureBody {
    /// The name that users see.
    #[oai(validator(min_length = 1, max_length = 80))]
    pub(super) name: String,
}

impl Example for FeatureBody {
    fn example() -> Self {
        Self {
            name: "Large pictures".to_owned(),
        }
    }
}

/// A new price of a feature: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units.
#[derive(Object)]
#[oai(
    rename = "PriceRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PriceBody {
    /// Credits charged per `per_units` units; 0 makes it free.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    credits: i64,
    /// Units that `credits` pays for.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    per_units: i64,
    /// Minimum charge for any quantity, in credits; 0 if absent.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    min_charge: Option<i64>,
    /// Valid from this timestamp, not before now; the time of the request if absent.
    effective_at: Option<Instant>,
}

impl PriceBody {
    pub(super) fn read(&self, version: i64) -> NewPrice {
        NewPrice {
            version,
            credits: self.credits,
            per_units: self.per_units,
            min_charge: self.min_charge.unwrap_or_default(),
            effective_at: self.effective_at.map(|instant| instant.0),
        }
    }
}

impl Example for PriceBody {
    fn example() -> Self {
        Self {
            credits: 5,
            per_units: 1,
            min_charge: None,
            effective_at: None,
        }
    }
}

/// The price of a feature: `max(min_charge, ceil(quantity * credits / per_units))` credits for a quantity of units. It is
/// rounded up once for each operation. The newest version that is already valid applies.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Price", example)]
pub(crate) struct PriceDto {
    /// The version among the feature's prices; a version never changes.
    version: i64,
    /// Credits charged per `per_units` units.
    credits: i64,
    /// Units that `credits` pays for.
    per_units: i64,
    /// Minimum charge for any quantity.
    min_charge: i64,
    /// Valid from this timestamp.
    effective_at: Instant,
}

impl From<Price> for PriceDto {
    fn from(price: Price) -> Self {
        Self {
            version: price.version,
            credits: price.credits,
            per_units: price.per_units,
            min_charge: price.min_charge,
            effective_at: Instant(price.effective_at),
        }
    }
}

impl Example for PriceDto {
    fn example() -> Self {
        Self {
            version: 2,
            credits: 5,
            per_units: 1,
            min_charge: 0,
            effective_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// A feature that the website charges for.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Feature", example)]
pub(super) struct FeatureDto {
    /// The website's code of the feature, which never changes.
    code: String,
    /// The name that users see.
    name: String,
    /// The price in force; null before the first price is valid.
    price: Nullable<PriceDto>,
    /// The time of creation.
    created_at: Instant,
}

impl From<Feature> for FeatureDto {
    fn from(feature: Feature) -> Self {
        Self {
            code: feature.code,
            name: feature.name,
            price: feature.price.map(PriceDto::from).into(),
            created_at: Instant(feature.created_at),
        }
    }
}

impl Example for FeatureDto {
    fn example() -> Self {
        Self {
            code: "image.large".to_owned(),
            name: "Large pictures".to_owned(),
            price: Some(PriceDto::example()).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of features, newest first.
#[derive(Object)]
pub(super) struct FeaturePage {
    /// The features.
    items: Vec<FeatureDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<ListPage<Feature>> for FeaturePage {
    fn from(page: ListPage<Feature>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

/// One page of a feature's prices, newest version first.
#[derive(Object)]
pub(super) struct PricePage {
    /// The prices.
    items: Vec<PriceDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<ListPage<Price>> for PricePage {
    fn from(page: ListPage<Price>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}
