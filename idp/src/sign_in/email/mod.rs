//! The e-mail provider: asking for a mail, opening its link, and proving that it was read.

mod endpoint;

pub(super) use endpoint::{ask, link_page, prove};
