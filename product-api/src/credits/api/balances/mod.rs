//! Operations on the balance and the limits of one customer.

pub(super) mod customer_balance;
pub(super) mod operations;
mod spend_limit;

pub(crate) use operations::BalancesApi;
