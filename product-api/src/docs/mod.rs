//! The API reference: the document that programs read, and the pages that people read.

mod answers;
mod document;
mod fresh;
mod html;
mod page;
mod reference;
mod schema;
mod viewed;

pub(crate) use document::{complete, methods, text};
pub(crate) use page::{Docs, add_routes};
