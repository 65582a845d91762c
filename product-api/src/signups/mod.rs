//! Sign-up grants: the credits that each new customer of a website gets.

mod api;
mod set;
mod signup;
mod store;

pub(crate) use api::SignupsApi;
pub(crate) use signup::SignupGrant;
pub(crate) use store::enabled;
