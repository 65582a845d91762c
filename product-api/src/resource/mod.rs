//! What this API is as a protected resource, so that a program finds its authorization server unaided (RFC 9728).

mod endpoint;
mod metadata;

pub(crate) use endpoint::add_routes;
