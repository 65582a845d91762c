//! The credentials provider: an address and a password.

mod endpoint;
mod enter;

pub(super) use endpoint::{begin, callback_of_get, sign_in};
