//! Features that transactions and holds are for, with the quantity and the price version that applied.

/// A feature that credits are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BilledFeature {
    /// The feature's key.
    pub(crate) feature_id: i64,
    /// The feature's code.
    pub(crate) code: String,
    /// Quantity and price; none if the request states the amount.
    pub(crate) usage: Option<Usage>,
}

/// A quantity, and the price version that applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Version of the feature's price.
    pub(crate) price_version: i64,
    /// Number of units.
    pub(crate) quantity: i64,
}

impl BilledFeature {
    /// Returns the feature and the usage that a row states.
    pub(crate) fn from_row(
        feature_id: Option<i64>,
        code: Option<String>,
        price_version: Option<i64>,
        quantity: Option<i64>,
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
