//! Consents of users for third-party clients, stored until the client requests more or the user revokes them.

mod add;
mod consent;
mod describe;
mod list;
mod revoke;
pub(crate) mod store;

pub(crate) use add::add_consent;
pub(crate) use consent::{Application, ConsentKey};
pub(crate) use describe::describe_scopes;
pub(crate) use list::{list_all_applications, list_applications};
pub(crate) use revoke::{Revoker, revoke};

#[cfg(test)]
mod tests;
