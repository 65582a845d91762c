//! Problems (RFC 9457): the closed catalogue of all refusals of the API, and their wire format.

mod address;
mod body;
mod challenge;
mod document;
mod edge;
mod examples;
mod kind;
#[expect(
    clippy::module_inception,
    reason = "the main file of a module has the module's name"
)]
mod problem;
mod query;

pub(crate) use address::BATCH;
pub(crate) use body::{AMOUNT, Body, OptionalBody};
pub(crate) use document::{Documents, ProblemDocument, ProblemResponse, documents};
pub(crate) use edge::{Edge, problem_of_middleware};
pub(crate) use kind::Kind;
pub(crate) use problem::{FieldError, Problem, ProblemInstance};
pub(crate) use query::check_query;
