//! Tests of subscriptions: the pure rules, row by row, and their properties.

mod applying;
mod buyer_histories;
mod checkouts;
mod histories;
mod invoice_orders;
mod invoices;
mod outages;
mod periods;
mod reversals;
mod rollovers;
mod rules;
mod standings;
mod taking_over;
mod test_plans;
mod ungranted_months;

use foundation::Timestamp;

use super::period::Period;
use crate::billing::catalog::{GrantEvery, Interval, PlanTerms, Rollover, SoldPlan};

/// Returns an instant from its text.
pub(super) fn at(text: &str) -> Timestamp {
    Timestamp::from_iso8601(text).unwrap()
}

/// Returns midnight of a day.
pub(super) fn day(text: &str) -> Timestamp {
    at(&format!("{text}T00:00:00.000Z"))
}

/// Returns the period between two midnights.
pub(super) fn days(start: &str, end: &str) -> Period {
    Period {
        start: day(start),
        end: day(end),
    }
}

/// A monthly plan of 1,000 credits.
pub(super) const MONTHLY: PlanTerms = PlanTerms {
    interval: Interval::Month,
    interval_count: 1,
    grant_every: GrantEvery::Interval,
    credits: 1_000,
    rollover: Rollover::None,
    rollover_cap: None,
    rollover_periods: 0,
    trial: None,
    max_quantity: 10,
};

/// Returns a plan with these terms.
pub(super) fn plan(terms: PlanTerms) -> SoldPlan {
    SoldPlan {
        book_id: 1,
        plan_id: "pln_1".to_owned(),
        code: "pro".to_owned(),
        name: "Pro".to_owned(),
        family: "default".to_owned(),
        version: 1,
        price_id: Some(7),
        terms,
        features: Vec::new(),
    }
}
