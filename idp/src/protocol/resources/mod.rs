//! Protected resources: servers of a client, for which other clients may request a user's tokens (RFC 8707, RFC 9728).

mod find_requested;
mod replace;
mod resource;
pub(crate) mod store;

pub(crate) use find_requested::{RequestedResources, find_requested, find_requested_in};
pub(crate) use replace::replace;
pub(crate) use resource::{ProtectedResource, check};
