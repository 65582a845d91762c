//! The operations on refunds.

mod forms;
mod refunds;

pub(crate) use refunds::RefundsApi;
