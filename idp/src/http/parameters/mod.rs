//! Parameters of an OAuth request: each may occur at most once.

mod parameter;
mod request;

pub(crate) use parameter::Parameters;
pub(crate) use request::{FormParameters, authorization, read_query};
