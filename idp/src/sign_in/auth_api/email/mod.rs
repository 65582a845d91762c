//! The email provider: requesting an email, opening its link, and proving the address.

mod endpoint;

pub(super) use endpoint::{link_page, send_email, use_proof};
