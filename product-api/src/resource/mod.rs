//! Metadata of the API as a protected resource, by which clients find its authorization server (RFC 9728), and its CORS rules.

mod endpoint;
mod guard;
mod metadata;

pub(crate) use endpoint::add_routes;
pub(crate) use guard::PublicCors;
