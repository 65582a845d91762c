//! The account API: reads and changes a user's own account, for this installation's app.

mod api;
mod contract;
mod count_export;
mod guard;
mod read_audit_log;
mod read_emails;
mod request;
mod store;

pub(crate) use api::endpoint;
pub use contract::openapi_document;
