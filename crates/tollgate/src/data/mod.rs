//! The data directory of `tollgate serve`: a lock, generated secrets, its initial clients, default settings.

mod address;
mod clients;
mod directory;
mod secrets;

pub(crate) use address::{kept_address, usual_address};
pub(crate) use directory::{API_DATABASE, DataDirectory};
pub(crate) use secrets::cli_client;
