//! What is kept of clients.

mod clients;
mod row;

pub(in crate::clients) use clients::note_use;
pub(crate) use clients::{IDLE, delete, find, hold, insert, put, web_addresses};
