//! People known to the idp: who they are, whether they may come in, who operates the installation.

mod prove_email;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod user;

pub(crate) use prove_email::{Proven, prove_email};
pub(crate) use user::User;
