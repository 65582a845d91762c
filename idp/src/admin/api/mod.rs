//! The face of the API for administration.

mod clients;
mod refusal;

pub(crate) use clients::{endpoint, service};
