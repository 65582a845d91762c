//! How a customer's credits stand, as lists tell it beside the customer.

use foundation::Timestamp;

use super::customer::Customer;

/// On which terms a website's customers stand, in one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Terms {
    /// Where their wallets are; 0 while nobody has any.
    pub(super) book_id: i64,
    /// Decimal places for display.
    pub(super) scale: i16,
    /// From where on downwards a balance is low; 0 for never.
    pub(super) low_at: i64,
}

/// A customer, and how its credits stand at the instant of asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) customer: Customer,
    /// What can be spent.
    pub(super) available: i64,
    /// Decimal places for display.
    pub(super) scale: i16,
    /// The last operation about it.
    pub(super) last_seen_at: Option<Timestamp>,
}
