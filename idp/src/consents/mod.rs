//! Consents of users for third-party clients, stored until the client requests more or the user revokes them.

mod consent;
mod list;
mod remember;
mod revoke;
pub(crate) mod store;
mod words;

pub(crate) use consent::Application;
pub(crate) use list::{all_applications_of, applications_of};
pub(crate) use remember::remember;
pub(crate) use revoke::{Revoker, revoke};
pub(crate) use words::in_words;

#[cfg(test)]
mod tests;
