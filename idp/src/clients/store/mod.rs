//! The clients table.

mod clients;
mod row;

pub(in crate::clients) use clients::{FileEntry, delete_idle, note_file, of_files, switch_off};
pub(crate) use clients::{
    delete, find, hold, hold_for_deletion, insert, note_first_use, note_use, prolong, put,
    web_addresses,
};
