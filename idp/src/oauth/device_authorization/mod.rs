//! Device authorization endpoint (RFC 8628 section 3.1): handlers that authenticate the client and call `devices`.

mod ask;
pub(crate) mod endpoint;
