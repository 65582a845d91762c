//! What is kept of clients.

mod clients;
mod row;

pub(crate) use clients::{delete, find, insert, put, web_addresses};
