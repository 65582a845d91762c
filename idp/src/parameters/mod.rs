//! The parameters of an OAuth request: read once, each at most once.

mod parameter;
mod request;

pub(crate) use parameter::Parameters;
pub(crate) use request::{Form, authorization, read_query};
