//! Making two accounts one, on the account page, and undoing it.

mod page;

pub(crate) use page::{ask_undo, merge, offer_page, undo};
