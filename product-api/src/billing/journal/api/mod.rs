//! The operation that reads the money journal.

mod forms;
mod revenue;

pub(crate) use revenue::RevenueApi;
