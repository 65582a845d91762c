//! API keys and their secrets in the database, for their management.

mod keys;
mod secrets;

pub(super) use keys::{KeyFilter, change, count, find, list, lock, revoke, set_caps};
pub(crate) use secrets::ENDED_SECRETS;
pub(super) use secrets::{Rotation, previous_ends, rotate};
