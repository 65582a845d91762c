//! The documentation: the OpenAPI contract, guides, the API reference, and their search.

mod credentials;
mod document;
mod guides;
mod html;
mod page;
mod problems;
mod reference;
mod response_examples;
mod schema;
mod search;
mod step_up;
mod viewed;

pub(crate) use document::{complete, methods, text};
pub(crate) use page::{Docs, add_routes};
