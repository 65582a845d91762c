//! The operations on usage.

mod summary;
mod usage;

pub(crate) use summary::SummaryApi;
pub(crate) use usage::UsageApi;
