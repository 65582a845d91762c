//! Common parts of the idp's APIs: form of their contracts, and errors before an operation.

mod document;
mod guard;
mod refusals;
mod request;

pub(crate) use document::normalised;
pub(crate) use guard::{refused, respond};
pub(crate) use refusals::{RefusalForm, document_refusals};
pub(crate) use request::Body;
