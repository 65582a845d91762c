//! Signed authorization requests (RFC 9101): a client sends the parameters of its request in a JWT that it signs.

mod contents;
mod open;

pub(crate) use contents::claimed;
pub(crate) use open::open;
