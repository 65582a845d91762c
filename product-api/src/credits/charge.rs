//! Charges: how many credits an operation is about, said outright or by the quantity of a feature (c.7).

use std::time::Duration;

use super::amount::Amount;
use super::hold::OnExpiry;
use super::holding::OpenHold;
use crate::features::Offer;

/// How many credits are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    /// So many, for a feature if one is named by its code.
    Amount(Amount, Option<String>),
    /// What a quantity, 1 to 2^53 - 1 units, costs of the feature with this code.
    Quantity(i64, String),
}

/// How many credits that is, and what they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charged {
    /// How many; none when it costs nothing.
    pub(crate) cost: Option<Amount>,
    /// What for; none when no feature was named.
    pub(crate) billed: Option<Billed>,
}

/// A feature that credits are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Billed {
    /// The feature's key.
    pub(crate) feature_id: i64,
    /// Its code.
    pub(crate) code: String,
    /// How the number of credits was come by; none when it was said outright.
    pub(crate) usage: Option<Usage>,
}

/// A quantity, and the price it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The version of the feature's price.
    pub(crate) price_version: i64,
    /// How many units.
    pub(crate) quantity: i64,
}

/// Why something cannot be charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChargeRefusal {
    /// The website has no feature of this code.
    UnknownFeature(String),
    /// It has no price that is in force.
    NoPrice(String),
    /// The cost is no amount.
    OutOfRange {
        /// The feature.
        code: String,
        /// What the quantity would cost.
        cost: u128,
    },
    /// It costs nothing, so that nothing can be set aside.
    NothingToHold(String),
    /// It costs nothing, so that nothing can be captured.
    NothingToCapture(String),
}

impl Charge {
    /// The code of the feature.
    pub(crate) fn feature(&self) -> Option<&str> {
        match self {
            Self::Amount(_, code) => code.as_deref(),
            Self::Quantity(_, code) => Some(code),
        }
    }

    /// How many credits that is, by what the website has under the feature's code at the instant.
    pub(crate) fn at(self, offer: Option<&Offer>) -> Result<Charged, ChargeRefusal> {
        let code = match &self {
            Self::Amount(amount, None) => {
                let cost = Some(*amount);
                return Ok(Charged { cost, billed: None });
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
        let billed = Billed {
            feature_id: offer.feature_id,
            code: offer.code.clone(),
            usage,
        };
        Ok(Charged {
            cost,
            billed: Some(billed),
        })
    }
}

/// None for a cost of nothing.
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

impl Charged {
    /// How many credits a capture of it takes.
    pub(crate) fn something(&self) -> Result<Amount, ChargeRefusal> {
        let code = self.billed.as_ref().map(|billed| billed.code.clone());
        let nothing = || ChargeRefusal::NothingToCapture(code.unwrap_or_default());
        self.cost.ok_or_else(nothing)
    }

    /// The key of the feature.
    pub(crate) fn feature_id(&self) -> Option<i64> {
        self.billed.as_ref().map(|billed| billed.feature_id)
    }
}

impl Billed {
    /// What a row tells: the feature with its code, the version of the price with the quantity.
    pub(crate) fn of_row(
        (feature_id, code): (Option<i64>, Option<String>),
        (price_version, quantity): (Option<i64>, Option<i64>),
    ) -> Option<Self> {
        let usage = price_version.zip(quantity);
        let usage = usage.map(|(price_version, quantity)| Usage {
            price_version,
            quantity,
        });
        Some(Self {
            feature_id: feature_id?,
            code: code?,
            usage,
        })
    }
}

/// A hold to be opened, but for how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HoldTerms {
    /// Its id outside.
    pub(crate) public_id: String,
    /// For how long.
    pub(crate) ttl: Duration,
    /// What happens then.
    pub(crate) on_expiry: OnExpiry,
}

impl HoldTerms {
    /// The hold of what something costs.
    pub(crate) fn open(self, charged: &Charged) -> Result<OpenHold, ChargeRefusal> {
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

    /// What is charged, as `cost of feature [quantity at version]`.
    fn told(charged: Result<Charged, ChargeRefusal>) -> String {
        let charged = match charged {
            Ok(charged) => charged,
            Err(refusal) => return format!("{refusal:?}"),
        };
        let cost = charged.cost.map_or(0, Amount::get);
        match charged.billed {
            None => format!("{cost}"),
            Some(Billed {
                code, usage: None, ..
            }) => format!("{cost} of {code}"),
            Some(Billed {
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

    fn offer(credits: i64, per_units: i64, min_charge: i64) -> Offer {
        Offer {
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

    fn unpriced() -> Offer {
        Offer {
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
    fn l2_what_is_charged() {
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
                told(charge.clone().at(offer.as_ref())),
                expected,
                "{charge:?}"
            );
        }
    }
}
