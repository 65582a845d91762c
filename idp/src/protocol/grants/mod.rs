//! Grants: one row per authorization; its codes and refresh tokens end with it.

pub(crate) mod ended;
mod grant;
mod revoke;
pub(crate) mod store;

pub(crate) use grant::{FAMILY_LIFETIME, Grant};
pub(crate) use revoke::{Revocation, RevocationReason, revoke};

#[cfg(test)]
mod tests;
