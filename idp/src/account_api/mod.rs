//! The account API: reads and changes a user's own account, for this installation's app.

mod api;
mod contract;
mod guard;
mod read_letters;
mod read_trail;
mod request;
mod store;
mod take_export;

pub(crate) use api::endpoint;
pub use contract::openapi_document;
