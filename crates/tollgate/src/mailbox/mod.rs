//! Mailbox page for development: shows the emails in files, only to this machine.

mod email;
mod page;

pub(crate) use page::add_route;
