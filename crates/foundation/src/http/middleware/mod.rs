//! HTTP middleware of every service: request ids, access log, metrics, body limits, default headers, panic handling.

mod body_read_timeout;
mod compression;
mod endpoint;
mod error_body;
pub mod headers;
mod limits;
mod log;
mod metrics;
mod request_id;

pub use endpoint::{ErrorFormats, Middleware, RefusedRequest, with_middleware};
pub use error_body::accepts_html;
pub use log::RoutineRequest;
pub use request_id::RequestId;
