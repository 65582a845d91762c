//! Introspection: what a token means, told to those whom it concerns (RFC 7662).

pub(crate) mod endpoint;
mod introspect;
