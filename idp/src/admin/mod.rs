//! The idp's own API, for product-api and for the operator's tools.

pub(crate) mod api;
mod contract;
mod delete_client;
mod find_client;
mod put_client;

pub use contract::openapi_document;
