//! The idp's own API, for product-api and for the operator's tools.

pub(crate) mod api;
mod consents;
mod contract;
mod delete_client;
mod end_session;
mod end_sessions;
mod find_client;
mod find_clients;
mod find_sessions;
mod find_users;
mod merges;
mod put_client;
mod read_audit;
mod read_status;
mod reseal_secrets;
mod set_active;
mod store;
mod unlink_account;

pub use contract::openapi_document;
