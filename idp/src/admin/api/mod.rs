//! The face of the API for administration.

mod audit;
mod caller;
mod client;
mod clients;
mod initial_tokens;
mod merges;
mod refusal;
mod serve;
mod sessions;
mod users;

pub(crate) use serve::{endpoint, service};
