//! The commands: one file each.

pub(crate) mod addresses;
pub(crate) mod api;
pub(crate) mod billing;
pub(crate) mod clients;
mod descriptors;
pub(crate) mod doctor;
pub(crate) mod exit_code;
pub(crate) mod health;
pub(crate) mod idp;
pub(crate) mod import;
pub(crate) mod initial_tokens;
pub(crate) mod keys;
pub(crate) mod ledger;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod operator_link;
mod origin;
mod pretend_stripe;
pub(crate) mod serve;
mod serving;
pub(crate) mod users;
mod users_file;

/// Result of a command; the error is shown to the user who ran it.
pub(crate) type CommandResult = Result<(), Box<dyn std::error::Error + Send + Sync>>;
