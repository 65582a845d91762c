//! Handlers of the admin API.

mod accounts;
mod audit;
mod caller;
mod client;
mod client_activity;
mod client_list;
mod clients;
mod consents;
mod ended_grants;
mod initial_tokens;
mod keys;
mod mail;
mod merges;
mod messages;
mod registered;
mod serve;
mod sessions;
mod status;
mod user_changes;
mod users;

pub(crate) use serve::{endpoint, endpoint_inside, service};
