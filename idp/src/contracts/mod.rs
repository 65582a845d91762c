//! What our APIs have in common: how their contracts are written, and how a request is refused before its operation.

mod document;
mod guard;
mod refusals;
mod request;

pub(crate) use document::normalised;
pub(crate) use guard::{answer, refused};
pub(crate) use refusals::{RefusalForm, document_refusals};
pub(crate) use request::Body;
