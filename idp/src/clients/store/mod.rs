//! What is kept of clients.

mod clients;
mod row;

pub(in crate::clients) use clients::{OfFile, delete_idle, note_file, of_files, switch_off};
pub(crate) use clients::{delete, find, hold, insert, note_use, put, web_addresses};
