//! Assertions of clients (RFC 7523 as RFC 10070 tightens it): a client proves itself by a signature of its own.

mod assertion;
mod verify;

pub(crate) use assertion::{TYPE, claimed_client};
pub(crate) use verify::verify;
