//! The model of prices: the cost of a charge at a time.

use super::operations::{FEATURES, Price};
use super::wallet::{Bill, ModelRefusal, no};

/// The prices of an image, which change in the middle of the histories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prices {
    /// Version of the first price, three credits for two images; the second price has the next version.
    pub(super) version: i64,
    /// Time from which the second price applies: four credits per image.
    pub(super) dearer_from: i64,
}

impl Prices {
    /// Returns the cost of a charge at a time, and its feature.
    pub(super) fn cost(self, price: Price, now: i64) -> Result<(i64, Bill), ModelRefusal> {
        let (feature, quantity) = match price {
            Price::Plain(amount) => return Ok((amount, Bill::default())),
            Price::For(_, feature) if FEATURES[feature] == "none" => return Err(unknown()),
            Price::For(amount, feature) => return Ok((amount, bill(feature, None))),
            Price::Quantity(quantity, feature) => (feature, quantity),
        };
        let (version, cost) = match FEATURES[feature] {
            "image" if now >= self.dearer_from => (self.version + 1, 4 * quantity),
            // One image costs two credits.
            "image" => (self.version, quantity + (quantity + 1).div_euclid(2)),
            "free" => (1, 0),
            _ => return Err(unknown()),
        };
        Ok((cost, bill(feature, Some((quantity, version)))))
    }
}

fn unknown() -> ModelRefusal {
    no(422, "unknown-feature", &[])
}

fn bill(feature: usize, usage: Option<(i64, i64)>) -> Bill {
    Bill {
        feature: Some(feature),
        usage,
    }
}
