//! Revenue: the money journal as sums, as lines and as files, for the bookkeeping of a website and for the operator.

mod accounting_period;
mod api;
mod export_journal;
mod export_payments;
mod find_book;
mod journal_line;
mod list_journal;
mod list_payments;
mod payment_line;
mod read_liability;
mod read_revenue;
mod recurring_revenue;
mod revenue_sums;
mod store;

pub(crate) use api::{OperatorJournalApi, OperatorRevenueApi, RevenueApi, RevenuePaymentsApi};
/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(super) use store::TEXTS;
