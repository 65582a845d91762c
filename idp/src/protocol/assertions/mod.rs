//! Client assertions (RFC 7523, restricted by RFC 10070): a client authenticates with its own signature.

mod claims;
mod verify;

pub(crate) use claims::{TYPE, claimed_client};
pub(crate) use verify::verify;
