//! Users: people with an account, known from the idp's tokens from their first contact on.

mod api;
mod holder;
mod meet;
mod store;
mod user;

pub(crate) use api::UsersApi;
pub(crate) use holder::Holder;
