//! Operations on holds.

mod operations;
mod requests;
pub(super) mod response;

pub(crate) use operations::HoldsApi;
