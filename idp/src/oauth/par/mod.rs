//! Pushed authorization requests (RFC 9126): a client sends its request in advance, and the browser sends a reference.

pub(crate) mod endpoint;
mod push;
