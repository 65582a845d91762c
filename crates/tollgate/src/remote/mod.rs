//! A running server, spoken to by its admin API: who we are there, what it answers, how that is shown.

mod address;
mod server;
mod table;

pub(crate) use address::path;
pub(crate) use server::{Scope, Server};
pub(crate) use table::{Form, show, show_all};
