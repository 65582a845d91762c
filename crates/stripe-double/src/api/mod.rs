//! The API: from the bytes of a request to the bytes of its response.

mod answer;
mod call_record;
mod idempotency;
mod key;
mod request;

pub(crate) use answer::answer;
pub(crate) use call_record::CallRecord;
pub(crate) use request::{ApiRequest, ApiResponse};
