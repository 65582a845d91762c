//! Reads of the money journal, of payments and of subscriptions.

mod journal_lines;
mod payment_lines;
mod scope;
mod subscription_groups;
mod sums;

pub(super) use journal_lines::{LineFilter, list_lines};
pub(super) use payment_lines::{PaymentFilter, list_payments};
pub(super) use scope::RevenueScope;
pub(super) use subscription_groups::subscription_groups;
pub(super) use sums::{DeferredLots, deferred_at, deferred_lots, sum_days, sum_discounts};

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: [&[&str]; 2] = [subscription_groups::TEXTS, sums::TEXTS];
