//! Problems (RFC 9457): the closed catalogue of everything the API refuses, and their one form on the wire.

mod body;
mod check;
mod document;
mod edge;
mod kind;
mod pages;
#[expect(
    clippy::module_inception,
    reason = "the heart is named for the room's noun"
)]
mod problem;

pub(crate) use body::Body;
pub(crate) use document::{Documents, Refused, documents};
pub(crate) use edge::{Edge, refusal};
pub(crate) use kind::Kind;
pub(crate) use pages::page;
pub(crate) use problem::{FieldError, Place, Problem};
