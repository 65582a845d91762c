//! The email provider: requesting an email, opening its link, and proving the address.

mod endpoint;

pub(super) use endpoint::{send_email, link_page, use_proof};
