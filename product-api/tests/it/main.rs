//! Tests product-api from outside: the real service on loopback, with a test double of the idp.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "helpers of tests say by panicking what is missing"
)]

mod activation_feed;
mod all_transactions;
mod api_keys;
mod balances;
mod batches;
mod billing;
mod bound_tokens;
mod branding;
mod captures;
mod check;
mod client_settings;
mod contract;
mod credit_policy;
mod credits;
mod credits_of_one;
mod customer_search;
mod customers;
mod deletions;
mod docs;
mod documented;
mod documented_responses;
mod edges;
mod ended_grants;
mod explain;
mod features;
mod hand_over;
mod harness;
mod holds;
mod isolation;
mod issuer;
mod issuer_activity;
mod issuer_admin;
mod issuer_away;
mod issuer_grants;
mod issuer_users;
mod key_caps;
mod keys_at_once;
mod large_website;
mod limits;
mod managing_keys;
mod maximums;
mod merged_hold_balances;
mod merged_hold_races;
mod merged_holds;
mod merges;
mod metrics;
mod modes;
mod names;
mod once;
mod operator;
mod operator_area;
mod operator_health;
mod operator_mail;
mod own_clients;
mod own_websites;
mod pages;
mod price_lists;
mod problems;
mod queries;
mod read_only;
mod reasons;
mod receiver;
mod refusals;
mod resource;
mod restored_idp;
mod restored_merges;
mod reversals;
mod roles;
mod shared_components;
mod sign_in_activity;
mod signups;
mod spellings;
mod spend_limits;
mod spent_lots;
mod stored_responses;
mod summaries;
mod suspension;
mod tokens;
mod undoing;
mod usage;
mod usage_story;
mod users;
mod verification;
mod views;
mod walk;
mod webhooks;
mod websites;
