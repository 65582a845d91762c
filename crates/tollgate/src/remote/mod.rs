//! Client of a running server's admin API: its credentials, its requests, and the output of responses.

mod address;
mod download;
mod server;
mod table;

pub(crate) use address::path;
#[cfg(test)]
pub(crate) use server::RequestError;
pub(crate) use server::{AdminScope, RemoteServer};
pub(crate) use table::{OutputFormat, show, show_all};
