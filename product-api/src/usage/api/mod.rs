//! The faces of this room.

mod summary;
mod usage;

pub(crate) use summary::SummaryApi;
pub(crate) use usage::UsageApi;
