//! What our APIs have in common: how their contracts are written, and how a request is refused before its operation.

mod document;
mod guard;
mod request;

pub(crate) use document::normalised;
pub(crate) use guard::stopped;
pub(crate) use request::{Body, check_query};
