//! Usage: used credits by day and feature, stored in addition to the ledger, and exact at every time.

mod api;
mod read;
mod roll_up;
mod run;
mod store;
mod summary;
#[cfg(test)]
mod tests;
#[expect(
    clippy::module_inception,
    reason = "the main file of a module has the module's name"
)]
mod usage;
mod usage_query;

pub(crate) use api::{SummaryApi, UsageApi};
pub use roll_up::once;
pub(crate) use roll_up::register_writer;
pub(crate) use run::start;
#[cfg(test)]
pub(crate) use store::credits_by_kind::texts as standings_texts;
#[cfg(test)]
pub(crate) use store::days::texts as days_texts;
#[cfg(test)]
pub(crate) use store::rest::texts as rest_texts;
