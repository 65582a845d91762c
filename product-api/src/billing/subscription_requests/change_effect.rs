//! The effect of a change of a subscription: at once or with the next period, and for which money.

use crate::billing::catalog::Interval;
use crate::billing::connections::ChangeMode;

/// What a subscription has, or shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PricedPlan<'a> {
    /// The price at Stripe, which belongs to one version of one plan.
    pub(super) stripe_price_id: &'a str,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The price of one piece for one period, in minor units.
    pub(super) amount_minor: i64,
    /// The unit of the billing period, and the number of units.
    pub(super) interval: (Interval, i64),
}

impl PricedPlan<'_> {
    /// Returns the price of one period in minor units.
    pub(super) const fn total_minor(&self) -> i64 {
        self.amount_minor.saturating_mul(self.quantity)
    }
}

/// The effect of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeEffect {
    /// Nothing changes.
    Nothing,
    /// The trial continues with the new terms, and nothing is paid.
    InTrial,
    /// A new period begins at once, at the full price and with the full allowance.
    Restart,
    /// The rest of the running period is paid and granted in proportion.
    Prorate,
    /// The next period has the new terms. Nothing is paid or taken back before.
    AtPeriodEnd,
}

impl ChangeEffect {
    /// Returns true if Stripe makes an invoice at once.
    pub(super) const fn is_paid_now(self) -> bool {
        matches!(self, Self::Restart | Self::Prorate)
    }

    /// Returns the effect of a change from one plan to another.
    pub(super) fn for_plans(
        now: &PricedPlan<'_>,
        wanted: &PricedPlan<'_>,
        mode: ChangeMode,
        is_trial: bool,
    ) -> Self {
        let is_same_price = now.stripe_price_id == wanted.stripe_price_id;
        if is_same_price && now.quantity == wanted.quantity {
            return Self::Nothing;
        }
        if is_trial {
            return Self::InTrial;
        }
        // What does not cost more waits for the next period, so that a paid one is never cut off.
        if wanted.total_minor() <= now.total_minor() {
            return Self::AtPeriodEnd;
        }
        if is_same_price {
            return Self::Prorate;
        }
        match mode {
            ChangeMode::Prorate if now.interval == wanted.interval => Self::Prorate,
            ChangeMode::Prorate | ChangeMode::Restart => Self::Restart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTH: (Interval, i64) = (Interval::Month, 1);
    const YEAR: (Interval, i64) = (Interval::Year, 1);

    fn priced(
        stripe_price_id: &str,
        quantity: i64,
        amount_minor: i64,
        interval: (Interval, i64),
    ) -> PricedPlan<'_> {
        PricedPlan {
            stripe_price_id,
            quantity,
            amount_minor,
            interval,
        }
    }

    #[test]
    fn effect_depends_on_price_interval_mode_and_trial() {
        use ChangeEffect::{AtPeriodEnd, InTrial, Nothing, Prorate, Restart};
        let now = priced("pro", 2, 1_000, MONTH);
        // The wanted plan, and the effects by mode: restart and prorate.
        let rows = [
            (priced("pro", 2, 1_000, MONTH), [Nothing, Nothing]),
            (priced("pro", 3, 1_000, MONTH), [Prorate, Prorate]),
            (priced("pro", 1, 1_000, MONTH), [AtPeriodEnd, AtPeriodEnd]),
            (priced("team", 2, 1_001, MONTH), [Restart, Prorate]),
            (priced("team", 1, 2_001, MONTH), [Restart, Prorate]),
            (priced("team", 1, 2_000, MONTH), [AtPeriodEnd, AtPeriodEnd]),
            (priced("basic", 2, 500, MONTH), [AtPeriodEnd, AtPeriodEnd]),
            (priced("yearly", 2, 10_000, YEAR), [Restart, Restart]),
            (priced("cheap", 1, 1_500, YEAR), [AtPeriodEnd, AtPeriodEnd]),
        ];
        for (wanted, expected) in rows {
            let modes = [ChangeMode::Restart, ChangeMode::Prorate];
            let found = modes.map(|mode| ChangeEffect::for_plans(&now, &wanted, mode, false));
            assert_eq!(found, expected, "{wanted:?}");
            let in_trial = ChangeEffect::for_plans(&now, &wanted, ChangeMode::Restart, true);
            let expected = if expected == [Nothing, Nothing] {
                Nothing
            } else {
                InTrial
            };
            assert_eq!(in_trial, expected, "{wanted:?}");
        }
    }
}
