//! HTTP response for a failure, and the only place that logs it.

use poem::error::ResponseError;
use poem::http::{StatusCode, header};
use poem::{Body, Response};

use crate::failure::{Failure, FailureKind};

/// Logs a failure with all of its causes. Call it once, in the outermost handler.
pub fn log_failure(failure: &Failure) {
    tracing::error!(failure = %failure, "the request failed");
}

impl ResponseError for Failure {
    fn status(&self) -> StatusCode {
        match self.kind() {
            FailureKind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            FailureKind::Unavailable | FailureKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns a short plain text; handlers with their own error format convert failures themselves.
    fn as_response(&self) -> Response {
        log_failure(self);
        let status = ResponseError::status(self);
        let mut response = Response::builder()
            .status(status)
            .content_type("text/plain; charset=utf-8");
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response = response.header(header::RETRY_AFTER, "1");
        }
        response.body(Body::from_string(match status {
            StatusCode::SERVICE_UNAVAILABLE => {
                "The service is busy. Try again in a moment.".to_owned()
            }
            _ => "Something broke on our side. It has been logged.".to_owned(),
        }))
    }
}
