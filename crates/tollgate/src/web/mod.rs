//! The built web app, embedded in the binary.

mod analytics;
mod asset;
mod endpoint;
mod page;

pub(crate) use analytics::Analytics;
pub(crate) use endpoint::endpoint;
