//! Disputes of the payments of a website, as its owner sees them.

mod api;
mod list_disputes;

pub(crate) use api::DisputesApi;
