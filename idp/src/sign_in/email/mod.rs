//! The email provider: requesting an email, opening its link, and proving the address.

mod endpoint;

pub(super) use endpoint::{ask, link_page, prove};
