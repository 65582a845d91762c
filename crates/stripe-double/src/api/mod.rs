//! The API: from the bytes of a request to the bytes of its response.

mod call_record;
mod idempotency;
mod key;
mod request;
mod respond;

pub(crate) use call_record::CallRecord;
pub(crate) use request::{ApiRequest, ApiResponse};
pub(crate) use respond::respond;
