//! Log lines of requests.

use std::time::Duration;

use poem::http::Method;

/// Marks the response to a request that a machine repeats every few seconds; it is logged at debug level.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoutineRequest;

/// Writes the log line of a request at info level.
pub(super) fn log(method: &Method, route: &str, status: u16, took: Duration) {
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(%method, %route, status, microseconds, "answered");
}

/// Writes the log line of a request at debug level.
pub(super) fn log_at_debug_level(method: &Method, route: &str, status: u16, took: Duration) {
    let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    tracing::debug!(%method, %route, status, microseconds, "answered");
}
