//! Client assertions (RFC 7523, restricted by RFC 10070): a client authenticates with its own signature.

mod assertion;
mod verify;

pub(crate) use assertion::{TYPE, claimed_client};
pub(crate) use verify::verify;
