//! The plans that buyers of histories have, and the shares of their prices and credits.

/// A plan that the test sells, for one piece.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PlanOnSale {
    /// Stripe's id of the price.
    pub(super) price: &'static str,
    /// The price of a period in minor units.
    pub(super) amount: i64,
    /// The credits of an allowance.
    pub(super) credits: i64,
    /// The months of a period.
    pub(super) months: i64,
    /// The credits that roll over.
    pub(super) cap: i64,
    /// The months for which unused credits outlive their own month.
    pub(super) further_months: i64,
}

const PLAIN_TERMS: PlanOnSale = PlanOnSale {
    price: "plain",
    amount: 900,
    credits: 1_000,
    months: 1,
    cap: 0,
    further_months: 0,
};
/// The plan that begins with a trial.
pub(super) static PLAIN: PlanOnSale = PLAIN_TERMS;
pub(super) static TEAM: PlanOnSale = PlanOnSale {
    price: "team",
    amount: 2_900,
    credits: 4_000,
    ..PLAIN_TERMS
};
pub(super) static CAPPED: PlanOnSale = PlanOnSale {
    price: "capped",
    cap: 500,
    further_months: 1,
    ..PLAIN_TERMS
};
/// The year has an allowance in each month.
pub(super) static YEARLY: PlanOnSale = PlanOnSale {
    price: "yearly",
    amount: 10_000,
    months: 12,
    ..PLAIN_TERMS
};

/// Days and credits of the trial of [`PLAIN`].
pub(super) const TRIAL_DAYS: i64 = 14;
pub(super) const TRIAL_CREDITS: i64 = 100;

impl PlanOnSale {
    /// Returns true for the plan with monthly allowances of a paid year.
    pub(super) fn is_yearly(&self) -> bool {
        self.months == 12
    }
}

/// Returns the part of a number that a rest of a period has of it, rounded down.
pub(super) fn rest_of(whole: i64, (start, end): (i64, i64), from: i64) -> i64 {
    (whole * (end - from)).div_euclid(end - start)
}

/// Returns the taxes in an amount.
pub(super) fn tax_in(amount: i64) -> i64 {
    (amount * 19).div_euclid(119)
}
