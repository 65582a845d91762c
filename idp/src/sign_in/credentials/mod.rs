//! The credentials provider: an email address and a password.

mod endpoint;
mod enter;
mod page;
mod person;
mod set;

pub(super) use endpoint::{begin, redirect_get, sign_in};
pub(super) use page::{receive, show};
