//! Client of a running server's admin API: its credentials, its requests, and the output of responses.

mod address;
mod server;
mod table;

pub(crate) use address::path;
#[cfg(test)]
pub(crate) use server::Refused;
pub(crate) use server::{Scope, Server};
pub(crate) use table::{Form, show, show_all};
