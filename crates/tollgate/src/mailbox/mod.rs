//! The mailbox page of a development start: shows the mail that was written to files, to this machine only.

mod letter;
mod page;

pub(crate) use page::add_route;
