//! The sums of an invoice, and the taxes in what was paid of it.

/// The sums of an invoice in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaxedSums {
    /// The amount after discounts, with taxes.
    pub(crate) total: i64,
    /// The taxes in the total.
    pub(crate) tax: i64,
    /// The amount that was paid: a balance of the customer or a credit note may have paid the rest.
    pub(crate) paid: i64,
}

impl TaxedSums {
    /// Returns the taxes in the amount that was paid, in proportion to the total.
    pub(crate) fn paid_tax(self) -> i64 {
        if self.paid >= self.total {
            return self.tax.clamp(0, self.paid.max(0));
        }
        let part = i128::from(self.tax.max(0)) * i128::from(self.paid.max(0));
        let part = part.checked_div_euclid(i128::from(self.total));
        let part = part.and_then(|part| i64::try_from(part).ok());
        part.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taxes_follow_what_was_paid() {
        let rows = [
            // total, tax, paid; taxes in what was paid
            (1_190, 190, 1_190, 190),
            (1_190, 190, 595, 95),
            (1_190, 190, 1, 0),
            (1_190, 190, 0, 0),
            (1_190, 190, 2_000, 190),
            (1_190, 0, 600, 0),
            (0, 0, 0, 0),
            (-500, -80, 0, 0),
            (i64::MAX, i64::MAX, i64::MAX - 1, i64::MAX - 1),
        ];
        for (total, tax, paid, expected) in rows {
            let sums = TaxedSums { total, tax, paid };
            assert_eq!(sums.paid_tax(), expected, "{sums:?}");
        }
    }
}
