//! Sign-up grants: what a website gives each customer at the first contact.

mod api;
mod set;
mod signup;
mod store;

pub(crate) use api::SignupsApi;
pub(crate) use signup::SignupGrant;
pub(crate) use store::enabled;
