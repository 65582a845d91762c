//! Tests the idp over HTTP: each specification in its own file, on a real loopback server.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "the helpers of a test say what is missing by failing"
)]
#![expect(
    clippy::cognitive_complexity,
    reason = "each assertion counts as a branch, but a story has none"
)]

#[macro_use]
mod visiting;

mod account_api;
mod activity;
mod admin_clients;
mod admin_created;
mod admin_deletions;
mod admin_mail;
mod admin_merges;
mod admin_messages;
mod admin_people;
mod admin_refusals;
mod admin_restores;
mod admin_standing;
mod admin_switches;
mod admin_users;
mod api_bodies;
mod api_contracts;
mod api_details;
mod api_queries;
mod append_only;
mod authorization;
mod authorize;
mod brands;
mod client_credentials;
mod client_model;
mod client_secrets;
mod clients_file;
mod code;
#[macro_use]
mod conformance;
mod audit_log;
mod consent;
mod devices;
mod discovery;
mod documents;
mod end_session;
mod end_with_session;
mod ended_grants;
mod harness;
mod imports;
mod inside;
mod installation;
mod json_errors;
mod keys;
mod languages;
mod linking;
mod logout;
mod mail;
mod metrics;
mod operators;
mod own_sessions;
mod parked_requests;
mod pkce;
mod prompt;
mod proofs;
mod provider_costs;
mod redirect_addresses;
mod redis_away;
mod redis_full;
mod refresh;
mod registration;
mod responses;
mod session_reads;
mod sign_in;
mod sweep;
mod tokens;
mod upstream;
mod userinfo;
mod waiting;
