//! Pushed authorization requests (RFC 9126): a client hands its request over beforehand, and the browser brings its name.

pub(crate) mod endpoint;
mod push;
