//! Users: people with an account, known from the idp's tokens from their first contact on.

mod holder;
mod meet;
mod store;
mod user;

pub(crate) use holder::Holder;
pub(crate) use user::User;
