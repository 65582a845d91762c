//! Operations that list and explain transactions, and that read the user's own credits.

mod explain;
mod explained;
mod listed;
mod reads;

pub(crate) use explain::ExplainApi;
pub(crate) use reads::{MyCreditsApi, ReadsApi};
