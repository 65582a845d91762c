//! Prices: whole credits for a number of units, and the cost of a quantity.

use foundation::Timestamp;

/// A price of a feature, valid from a timestamp on. A price never changes; a new version follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// The version among the feature's prices: 1, 2, 3 …
    pub(crate) version: i64,
    /// Credits charged, 0 to 2^53 - 1 …
    pub(crate) credits: i64,
    /// … per this many units, 1 to 2^53 - 1.
    pub(crate) per_units: i64,
    /// Minimum charge for any quantity, 0 to 2^53 - 1 credits.
    pub(crate) min_charge: i64,
    /// Start of validity; a later version may replace the price earlier.
    pub(crate) effective_at: Timestamp,
}

impl Price {
    /// Returns the cost of a quantity: `max(min_charge, ceil(quantity * credits / per_units))`, rounded up once for each
    /// operation. The product of two numbers below 2^63 fits 128 bits, so that nothing overflows. The ledger checks the range
    /// of amounts.
    pub(crate) fn cost(&self, quantity: i64) -> u128 {
        let whole = |number: i64| u128::from(number.unsigned_abs());
        let by_quantity =
            (whole(quantity) * whole(self.credits)).div_ceil(whole(self.per_units).max(1));
        by_quantity.max(whole(self.min_charge))
    }

    /// Returns true if a requested price equals this one; a request without a timestamp accepts any.
    pub(super) fn is_like(&self, requested: &NewPrice) -> bool {
        let effective_at = requested.effective_at.unwrap_or(self.effective_at);
        *self == requested.since(effective_at)
    }
}

/// A requested price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NewPrice {
    /// The version: one more than the last.
    pub(super) version: i64,
    /// Credits charged …
    pub(super) credits: i64,
    /// … per this many units.
    pub(super) per_units: i64,
    /// Minimum charge for any quantity.
    pub(super) min_charge: i64,
    /// Start of validity; the time of the request if absent.
    pub(super) effective_at: Option<Timestamp>,
}

impl NewPrice {
    /// Returns the price, valid from a timestamp on.
    pub(super) const fn since(&self, effective_at: Timestamp) -> Price {
        Price {
            version: self.version,
            credits: self.credits,
            per_units: self.per_units,
            min_charge: self.min_charge,
            effective_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MAX_AMOUNT: i64 = 9_007_199_254_740_991;

    fn price((credits, per_units, min_charge): (i64, i64, i64)) -> Price {
        Price {
            version: 1,
            credits,
            per_units,
            min_charge,
            effective_at: Timestamp::default(),
        }
    }

    // row: L2
    #[test]
    fn quantity_price_follows_the_table() {
        let largest = u128::from(MAX_AMOUNT.unsigned_abs());
        let rows = [
            // credits, per units, least    quantity   cost
            ((5, 1, 0), 1, 5),
            ((5, 1, 0), 7, 35),
            ((1, 1000, 0), 1, 1), // rounded up
            ((1, 1000, 0), 1000, 1),
            ((1, 1000, 0), 1001, 2),
            ((3, 1000, 0), 1000, 3),
            ((3, 1000, 0), 334, 2),
            ((3, 1000, 10), 334, 10), // the minimum charge
            ((3, 1000, 10), 3334, 11),
            ((0, 1, 0), MAX_AMOUNT, 0), // free
            ((0, 1, 4), MAX_AMOUNT, 4),
            ((MAX_AMOUNT, 1, 0), 1, largest),
            ((MAX_AMOUNT, MAX_AMOUNT, 0), MAX_AMOUNT, largest),
            ((MAX_AMOUNT, MAX_AMOUNT, 0), 1, 1),
            ((1, MAX_AMOUNT, 0), 1, 1),
            ((MAX_AMOUNT, 1, 0), 2, 2 * largest), // outside the range of amounts, without overflow
            ((MAX_AMOUNT, 1, 0), MAX_AMOUNT, largest * largest),
            ((1, 1, MAX_AMOUNT), 1, largest),
        ];
        for (of, quantity, cost) in rows {
            assert_eq!(price(of).cost(quantity), cost, "{of:?} {quantity}");
        }
    }

    proptest! {
        /// The cost is the least whole number of credits that pays for the quantity, and at least the minimum charge. A larger
        /// quantity never costs less, and splitting a quantity never makes it cheaper.
        #[test]
        fn cost_pays_for_the_quantity_and_for_no_more(
            credits in 0..=MAX_AMOUNT, per_units in 1..=MAX_AMOUNT, min_charge in 0..=MAX_AMOUNT, one in 1..=MAX_AMOUNT, other in 1..=MAX_AMOUNT,
        ) {
            let price = price((credits, per_units, min_charge));
            let whole = |number: i64| u128::from(number.unsigned_abs());
            let cost = price.cost(one);
            prop_assert!(cost >= whole(min_charge));
            prop_assert!(cost * whole(per_units) >= whole(one) * whole(credits));
            if cost > whole(min_charge) {
                prop_assert!((cost - 1) * whole(per_units) < whole(one) * whole(credits));
            }
            let (less, more) = (one.min(other), one.max(other));
            prop_assert!(price.cost(less) <= price.cost(more));
            if let Some(both) = one.checked_add(other).filter(|both| *both <= MAX_AMOUNT) {
                prop_assert!(price.cost(both) <= price.cost(one) + price.cost(other));
            }
        }
    }
}
