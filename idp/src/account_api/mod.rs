//! The account API: what a person's own account is and may be changed by, for the app of this installation.

mod api;
mod contract;
mod guard;
mod read_letters;
mod read_trail;
mod store;
mod take_export;

pub(crate) use api::endpoint;
pub use contract::openapi_document;
