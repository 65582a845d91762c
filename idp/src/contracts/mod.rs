//! What our APIs have in common: how their contracts are written, and how a request is refused before its operation.

mod document;
mod guard;
mod query;

pub(crate) use document::normalised;
pub(crate) use guard::stopped;
pub(crate) use query::check_query;
