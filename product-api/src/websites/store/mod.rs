//! Websites and API keys in the database.

pub(super) mod clients;
pub(super) mod names;
pub(super) mod pending_changes;
pub(super) mod scopes;
mod sites;
pub(super) mod suspensions;

pub(crate) use sites::insert_key;
pub(super) use sites::{
    SignIn, activate, count_of_owner, delete_stale, find, find_by_client, insert, list, mark_stale,
    stale,
};
