//! Recurring revenue: subscriptions by their status, and the money that they bring in a month.

use std::collections::BTreeMap;

use crate::billing::catalog::Interval;
use crate::billing::currency::{Currency, Money};
use crate::billing::subscriptions::{Collection, SubscriptionStatus};

/// Months of a year.
const MONTHS: i64 = 12;
/// Whole weeks of a year.
const WEEKS: i64 = 52;

/// Subscriptions that have the status, the price and the quantity in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SubscriptionGroup {
    /// The status; none if this version does not know Stripe's word.
    pub(super) status: Option<SubscriptionStatus>,
    /// The collection of invoices.
    pub(super) collection: Collection,
    /// The price of one piece for one billing period.
    pub(super) price: Money,
    /// The unit of the billing period.
    pub(super) interval: Interval,
    /// The number of units.
    pub(super) interval_count: i64,
    /// The number of pieces of each subscription.
    pub(super) quantity: i64,
    /// The number of subscriptions.
    pub(super) subscriptions: i64,
}

impl SubscriptionGroup {
    /// Returns the money of all subscriptions of the group in a month. The money of each one is rounded down.
    fn monthly_minor(&self) -> i64 {
        let (periods, months) = match self.interval {
            Interval::Week => (WEEKS, MONTHS),
            Interval::Month => (1, 1),
            Interval::Year => (1, MONTHS),
        };
        let months = months.saturating_mul(self.interval_count.max(1));
        let each = self.price.minor.saturating_mul(self.quantity);
        let each = each.saturating_mul(periods).div_euclid(months);
        each.saturating_mul(self.subscriptions)
    }
}

/// The subscriptions of one currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RecurringRevenue {
    /// The money that active and past due subscriptions bring in a month, in minor units.
    pub(super) mrr_minor: i64,
    /// The number of active subscriptions.
    pub(super) active: i64,
    /// The number of subscriptions in a trial.
    pub(super) trialing: i64,
    /// The number of subscriptions whose renewal is not paid.
    pub(super) past_due: i64,
}

impl RecurringRevenue {
    fn add(&mut self, group: &SubscriptionGroup, status: CountedStatus) {
        let (counted, money) = match status {
            CountedStatus::Active => (&mut self.active, group.monthly_minor()),
            CountedStatus::PastDue => (&mut self.past_due, group.monthly_minor()),
            CountedStatus::Trialing => (&mut self.trialing, 0),
        };
        *counted = counted.saturating_add(group.subscriptions);
        self.mrr_minor = self.mrr_minor.saturating_add(money);
    }
}

/// A status with which a subscription counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountedStatus {
    Active,
    PastDue,
    Trialing,
}

impl CountedStatus {
    /// Returns how a group counts; none for paused, unpaid and ended subscriptions.
    fn from_group(group: &SubscriptionGroup) -> Option<Self> {
        if group.collection == Collection::Void {
            return None;
        }
        match group.status? {
            SubscriptionStatus::Active => Some(Self::Active),
            SubscriptionStatus::PastDue => Some(Self::PastDue),
            SubscriptionStatus::Trialing => Some(Self::Trialing),
            SubscriptionStatus::Paused
            | SubscriptionStatus::Incomplete
            | SubscriptionStatus::IncompleteExpired
            | SubscriptionStatus::Unpaid
            | SubscriptionStatus::Canceled => None,
        }
    }
}

/// Adds up subscriptions by currency. A currency in which none counts is left out.
pub(super) fn add_up_subscriptions(
    groups: &[SubscriptionGroup],
) -> BTreeMap<Currency, RecurringRevenue> {
    let mut currencies: BTreeMap<Currency, RecurringRevenue> = BTreeMap::new();
    for group in groups {
        if let Some(status) = CountedStatus::from_group(group) {
            let revenue = currencies.entry(group.price.currency).or_default();
            revenue.add(group, status);
        }
    }
    currencies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eur(minor: i64) -> Money {
        Money {
            currency: Currency::parse("eur").unwrap(),
            minor,
        }
    }

    /// Returns an active subscription of one piece for 9.00 euros a month.
    fn monthly() -> SubscriptionGroup {
        SubscriptionGroup {
            status: Some(SubscriptionStatus::Active),
            collection: Collection::On,
            price: eur(900),
            interval: Interval::Month,
            interval_count: 1,
            quantity: 1,
            subscriptions: 1,
        }
    }

    #[test]
    fn money_of_each_period_is_that_of_a_month() {
        use Interval::{Month, Week, Year};
        let rows = [
            // amount, unit, number, quantity, subscriptions; minor units a month
            (900, Month, 1, 1, 1, 900),
            (900, Month, 1, 3, 1, 2_700),
            (900, Month, 1, 3, 4, 10_800),
            (900, Month, 3, 1, 1, 300),
            (1_000, Month, 3, 1, 1, 333),
            // Each subscription is rounded down, and not their sum.
            (1_000, Month, 3, 1, 3, 999),
            (1_000, Month, 3, 3, 1, 1_000),
            (9_000, Year, 1, 1, 1, 750),
            (10_000, Year, 1, 1, 1, 833),
            (10_000, Year, 3, 1, 1, 277),
            (1, Year, 3, 1, 100, 0),
            (300, Week, 1, 1, 1, 1_300),
            (1_000, Week, 1, 1, 1, 4_333),
            (1_000, Week, 2, 1, 1, 2_166),
            (1_000, Week, 156, 1, 1, 27),
            (900, Month, 1, 0, 5, 0),
            (99_999_999, Week, 1, 10_000, 1, 4_333_333_290_000),
            (i64::MAX, Year, 3, 2, 2, 512_409_557_603_043_100),
        ];
        for (amount, interval, interval_count, quantity, subscriptions, expected) in rows {
            let group = SubscriptionGroup {
                price: eur(amount),
                interval,
                interval_count,
                quantity,
                subscriptions,
                ..monthly()
            };
            assert_eq!(group.monthly_minor(), expected, "{group:?}");
        }
    }

    #[test]
    fn each_status_and_collection_counts_in_one_place() {
        use SubscriptionStatus::{
            Active, Canceled, Incomplete, IncompleteExpired, PastDue, Paused, Trialing, Unpaid,
        };
        let counted = |mrr_minor, active, trialing, past_due| RecurringRevenue {
            mrr_minor,
            active,
            trialing,
            past_due,
        };
        let rows = [
            (Some(Active), Some(counted(1_800, 2, 0, 0))),
            (Some(PastDue), Some(counted(1_800, 0, 0, 2))),
            (Some(Trialing), Some(counted(0, 0, 2, 0))),
            (Some(Paused), None),
            (Some(Incomplete), None),
            (Some(IncompleteExpired), None),
            (Some(Unpaid), None),
            (Some(Canceled), None),
            (None, None),
        ];
        for (status, expected) in rows {
            for (collection, expected) in [
                (Collection::On, expected),
                (Collection::Other, expected),
                (Collection::Void, None),
            ] {
                let group = SubscriptionGroup {
                    status,
                    collection,
                    subscriptions: 2,
                    ..monthly()
                };
                let found = add_up_subscriptions(&[group]);
                let found: Vec<RecurringRevenue> = found.into_values().collect();
                assert_eq!(found, Vec::from_iter(expected), "{status:?} {collection:?}");
            }
        }
    }

    #[test]
    fn currencies_are_never_added_to_each_other() {
        let usd = Currency::parse("usd").unwrap();
        let in_dollars = SubscriptionGroup {
            price: Money {
                currency: usd,
                minor: 1_100,
            },
            ..monthly()
        };
        let past_due = SubscriptionGroup {
            status: Some(SubscriptionStatus::PastDue),
            ..monthly()
        };
        let found = add_up_subscriptions(&[monthly(), in_dollars, past_due, in_dollars]);
        let found: Vec<(&str, i64, i64, i64)> = found
            .iter()
            .map(|(currency, sums)| (currency.code(), sums.mrr_minor, sums.active, sums.past_due))
            .collect();
        assert_eq!(found, [("eur", 1_800, 1, 1), ("usd", 2_200, 2, 0)]);
    }
}
