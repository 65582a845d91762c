//! Charges: the credits of an operation, given as an amount or as a quantity of a feature.

use std::time::Duration;

use super::amount::Amount;
use super::feature::{BilledFeature, Usage};
use super::hold::{OnExpiry, OpenHold};
use crate::features::FeaturePrice;

/// A charge, as a request states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    /// An amount, optionally for the feature with this code.
    Amount(Amount, Option<String>),
    /// A quantity, 1 to 2^53 - 1 units, of the feature with this code.
    Quantity(i64, String),
}

/// A charge with its price applied: the cost and the feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PricedCharge {
    /// The cost; none if it is zero.
    pub(crate) cost: Option<Amount>,
    /// The feature; none if the request names none.
    pub(crate) billed: Option<BilledFeature>,
}

/// Reasons to refuse a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChargeRefusal {
    /// The website has no feature with this code.
    UnknownFeature(String),
    /// The feature has no price in force.
    NoPrice(String),
    /// The cost is not in the range of amounts.
    OutOfRange {
        /// The feature's code.
        code: String,
        /// The cost of the quantity.
        cost: u128,
    },
    /// The cost is zero, so that a hold would reserve nothing.
    NothingToHold(String),
    /// The cost is zero, so that a capture would take nothing.
    NothingToCapture(String),
}

impl Charge {
    /// Returns the feature's code.
    pub(crate) fn feature(&self) -> Option<&str> {
        match self {
            Self::Amount(_, code) => code.as_deref(),
            Self::Quantity(_, code) => Some(code),
        }
    }

    /// Computes the cost. `offer` is the website's feature with this code, at the price in force.
    pub(crate) fn at(self, offer: Option<&FeaturePrice>) -> Result<PricedCharge, ChargeRefusal> {
        let code = match &self {
            Self::Amount(amount, None) => {
                let cost = Some(*amount);
                return Ok(PricedCharge { cost, billed: None });
            }
            Self::Amount(_, Some(code)) | Self::Quantity(_, code) => code.clone(),
        };
        let Some(offer) = offer else {
            return Err(ChargeRefusal::UnknownFeature(code));
        };
        let (cost, usage) = match self {
            Self::Amount(amount, _) => (Some(amount), None),
            Self::Quantity(quantity, _) => {
                let Some(price) = offer.price else {
                    return Err(ChargeRefusal::NoPrice(code));
                };
                let usage = Usage {
                    price_version: price.version,
                    quantity,
                };
                (amount_of(code, price.cost(quantity))?, Some(usage))
            }
        };
        let billed = BilledFeature {
            feature_id: offer.feature_id,
            code: offer.code.clone(),
            usage,
        };
        Ok(PricedCharge {
            cost,
            billed: Some(billed),
        })
    }
}

/// Converts a cost to an amount; none for zero.
fn amount_of(code: String, cost: u128) -> Result<Option<Amount>, ChargeRefusal> {
    if cost == 0 {
        return Ok(None);
    }
    let amount = i64::try_from(cost).ok().and_then(Amount::new);
    match amount {
        Some(amount) => Ok(Some(amount)),
        None => Err(ChargeRefusal::OutOfRange { code, cost }),
    }
}

impl PricedCharge {
    /// Returns the cost for a capture, or refuses a cost of zero.
    pub(crate) fn something(&self) -> Result<Amount, ChargeRefusal> {
        let code = self.billed.as_ref().map(|billed| billed.code.clone());
        let nothing = || ChargeRefusal::NothingToCapture(code.unwrap_or_default());
        self.cost.ok_or_else(nothing)
    }

    /// Returns the feature's key.
    pub(crate) fn feature_id(&self) -> Option<i64> {
        self.billed.as_ref().map(|billed| billed.feature_id)
    }
}

/// Terms of a hold to be opened, without the amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldTerms {
    /// Public id of the hold.
    pub(crate) public_id: String,
    /// Time to live.
    pub(crate) ttl: Duration,
    /// Action at the expiry.
    pub(crate) on_expiry: OnExpiry,
}

impl HoldTerms {
    /// Returns the hold for the cost, or refuses a cost of zero.
    pub(crate) fn open(self, charged: &PricedCharge) -> Result<OpenHold, ChargeRefusal> {
        let Some(amount) = charged.cost else {
            let billed = charged.billed.as_ref();
            let code = billed.map(|billed| billed.code.clone());
            return Err(ChargeRefusal::NothingToHold(code.unwrap_or_default()));
        };
        Ok(OpenHold {
            public_id: self.public_id,
            amount,
            ttl: self.ttl,
            on_expiry: self.on_expiry,
            feature: charged.feature_id(),
        })
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::super::amount::LARGEST;
    use super::*;
    use crate::features::Price;

    /// Formats a charge as `cost of feature quantity@version`.
    fn formatted(charged: Result<PricedCharge, ChargeRefusal>) -> String {
        let charged = match charged {
            Ok(charged) => charged,
            Err(refusal) => return format!("{refusal:?}"),
        };
        let cost = charged.cost.map_or(0, Amount::get);
        match charged.billed {
            None => format!("{cost}"),
            Some(BilledFeature {
                code, usage: None, ..
            }) => format!("{cost} of {code}"),
            Some(BilledFeature {
                code,
                usage: Some(usage),
                ..
            }) => {
                format!(
                    "{cost} of {code} {}@{}",
                    usage.quantity, usage.price_version
                )
            }
        }
    }

    fn offer(credits: i64, per_units: i64, min_charge: i64) -> FeaturePrice {
        FeaturePrice {
            price: Some(Price {
                version: 3,
                credits,
                per_units,
                min_charge,
                effective_at: Timestamp::default(),
            }),
            ..unpriced()
        }
    }

    fn unpriced() -> FeaturePrice {
        FeaturePrice {
            feature_id: 7,
            code: "image".to_owned(),
            price: None,
        }
    }

    fn amount(number: i64, code: Option<&str>) -> Charge {
        Charge::Amount(Amount::new(number).unwrap(), code.map(ToOwned::to_owned))
    }

    fn quantity(number: i64) -> Charge {
        Charge::Quantity(number, "image".to_owned())
    }

    // row: L2
    #[test]
    fn charge_follows_amount_and_quantity() {
        let beyond = format!("OutOfRange {{ code: \"image\", cost: {} }}", 2 * LARGEST);
        let unknown = "UnknownFeature(\"image\")";
        let rows = [
            (amount(5, None), None, "5"),
            (amount(5, Some("image")), Some(offer(9, 1, 0)), "5 of image"),
            (amount(5, Some("image")), Some(unpriced()), "5 of image"),
            (amount(5, Some("image")), None, unknown),
            (quantity(5), None, unknown),
            (quantity(5), Some(unpriced()), "NoPrice(\"image\")"),
            (quantity(5), Some(offer(3, 2, 0)), "8 of image 5@3"),
            (quantity(5), Some(offer(3, 2, 20)), "20 of image 5@3"),
            (quantity(5), Some(offer(0, 1, 0)), "0 of image 5@3"),
            (
                quantity(1),
                Some(offer(LARGEST, LARGEST, 0)),
                "1 of image 1@3",
            ),
            (quantity(2), Some(offer(LARGEST, 1, 0)), beyond.as_str()),
        ];
        for (charge, offer, expected) in rows {
            assert_eq!(
                formatted(charge.clone().at(offer.as_ref())),
                expected,
                "{charge:?}"
            );
        }
    }
}
