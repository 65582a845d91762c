//! The admin API of the idp, for product-api and for operators' tools.

pub(crate) mod api;
mod apply_clients;
mod consents;
mod contract;
mod create_user;
mod delete_client;
mod end_session;
mod end_sessions;
mod find_activity;
mod find_client;
mod find_clients;
mod find_ended_grants;
mod find_mail;
mod find_sessions;
mod find_user_changes;
mod find_users;
mod permissions;
mod put_client;
mod put_document;
mod read_audit;
mod read_status;
mod reseal_secrets;
mod send_mail;
mod set_active;
mod set_client_active;
mod store;
mod undo_merge;
mod unlink_account;
mod user_change;

pub(crate) use apply_clients::apply_clients;
pub use contract::openapi_document;
