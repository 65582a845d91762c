//! The credentials provider: an email address and a password.

mod endpoint;
mod page;
mod session_user;
mod set_password;
mod sign_in;

pub(super) use endpoint::{begin, redirect_get, sign_in};
pub(super) use page::{receive, show};
