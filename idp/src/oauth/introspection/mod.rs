//! Token introspection (RFC 7662): the state of a token, for clients that the token concerns.

pub(crate) mod endpoint;
mod introspect;
