//! The clients table.

mod clients;
mod row;

pub(in crate::protocol::clients) use clients::{
    FileEntry, delete_idle, file_clients, set_file_digest, switch_off,
};
pub(crate) use clients::{
    delete, find, insert, lock, lock_against_deletion, lock_for_deletion, note_use, prolong, put,
    record_first_use, web_addresses,
};
