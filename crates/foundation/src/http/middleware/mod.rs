//! HTTP middleware of every service: request ids, access log, metrics, body limits, default headers, panic handling.

mod body_read_timeout;
mod compression;
mod endpoint;
mod error_body;
pub mod headers;
mod limits;
mod metrics;

pub use endpoint::{
    ErrorFormats, Middleware, RefusedRequest, RequestId, RoutineRequest, with_middleware,
};
pub use error_body::accepts_html;
