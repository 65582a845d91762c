//! The parameters of an OAuth request: read once, each at most once.

mod form;
#[path = "parameters.rs"]
mod heart;

pub(crate) use form::read_form;
pub(crate) use heart::Parameters;
