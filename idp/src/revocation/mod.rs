//! Revocation: a client gives a token back (RFC 7009).

pub(crate) mod endpoint;
mod revoke;
