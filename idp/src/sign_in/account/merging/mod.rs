//! Pages that merge two accounts and undo a merge.

mod page;

pub(crate) use page::{ask_undo, merge, offer_page, undo};
