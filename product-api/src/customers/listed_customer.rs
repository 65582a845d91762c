//! A customer's credits, as lists show them with the customer.

use foundation::Timestamp;

use super::customer::Customer;

/// The terms of a website's customers, in one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BookTerms {
    /// The book of their wallets; 0 if there is none yet.
    pub(super) book_id: i64,
    /// Decimal places for display.
    pub(super) scale: i16,
    /// The balance at or below which credits are low; 0 for never.
    pub(super) low_at: i64,
}

/// A customer with its credits at the time of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CustomerWithCredits {
    pub(super) customer: Customer,
    /// The credits that can be spent.
    pub(super) available: i64,
    /// Decimal places for display.
    pub(super) scale: i16,
    /// The time of the customer's last operation.
    pub(super) last_seen_at: Option<Timestamp>,
}
