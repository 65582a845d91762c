//! The API: from the bytes of a request to the bytes of its response.

mod answer;
mod idempotency;
mod key;
mod request;

pub(crate) use answer::answer;
pub(crate) use request::{ApiRequest, ApiResponse};
