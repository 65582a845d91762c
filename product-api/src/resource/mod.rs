//! What this API is as a protected resource: how a program finds its authorization server unaided (RFC 9728), and what pages
//! of other origins may read.

mod endpoint;
mod guard;
mod metadata;

pub(crate) use endpoint::add_routes;
pub(crate) use guard::ForPages;
