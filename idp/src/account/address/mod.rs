//! A person's address: asked for, proven by a mail, put in its place.

mod change;
mod page;

pub(crate) use page::{address_page, ask_address, change_address, confirm_page};
