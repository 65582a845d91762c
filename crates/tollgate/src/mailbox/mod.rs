//! Mailbox page for development: shows the emails in files, only to this machine.

mod letter;
mod page;

pub(crate) use page::add_route;
