//! What an API answers when a request does not reach its operation, or breaks in it.

use foundation::Failure;
use foundation::failure::Kind;
use foundation::http::log_failure;
use poem::Response;
use poem::http::{HeaderValue, StatusCode, header};

/// An error in our form (RFC 9457); what broke on our side is in the log, once, and nowhere else.
pub(crate) fn stopped(error: poem::Error, request_id: &str) -> Response {
    let mut response = if let Some(failure) = error.downcast_ref::<Failure>() {
        failed(failure, request_id)
    } else if error.is_from_response() {
        error.into_response()
    } else {
        problem(error.status(), &error.to_string(), request_id)
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        response
            .headers_mut()
            .entry(header::WWW_AUTHENTICATE)
            .or_insert(HeaderValue::from_static("Bearer"));
    }
    response
}

fn failed(failure: &Failure, request_id: &str) -> Response {
    log_failure(failure);
    match failure.kind() {
        Kind::Broken => problem(StatusCode::INTERNAL_SERVER_ERROR, "", request_id),
        Kind::Unavailable | Kind::Busy => {
            let mut response = problem(StatusCode::SERVICE_UNAVAILABLE, "", request_id);
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            response
        }
    }
}

fn problem(status: StatusCode, text: &str, request_id: &str) -> Response {
    let detail = if status.is_server_error() {
        // The framework's own words, which nobody else has logged.
        if !text.is_empty() {
            tracing::error!(failure = text, "the request failed");
        }
        ""
    } else {
        text
    };
    let body = serde_json::json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or_default(),
        "status": status.as_u16(),
        "detail": detail,
        "request_id": request_id,
    });
    Response::builder()
        .status(status)
        .content_type("application/problem+json")
        .body(body.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;

    /// Counts what is logged as an error.
    struct Counter(Arc<AtomicUsize>);

    impl Subscriber for Counter {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            *metadata.level() == tracing::Level::ERROR
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn what_breaks_is_logged_once_and_told_without_its_cause() {
        let rows = [
            (Failure::broken("reading", "the cause"), 500, None),
            (Failure::unavailable("reading", "the cause"), 503, Some("1")),
            (Failure::busy("reading", "the cause"), 503, Some("1")),
        ];
        for (failure, status, retry_after) in rows {
            let logged = Arc::new(AtomicUsize::new(0));
            let counter = Counter(Arc::clone(&logged));
            let response = tracing::subscriber::with_default(counter, || {
                stopped(poem::Error::from(failure), "req_1")
            });
            assert_eq!(logged.load(Ordering::Relaxed), 1);
            assert_eq!(response.status().as_u16(), status);
            assert_eq!(response.header("retry-after"), retry_after);
            let body = response.into_body().into_string();
            let body = futures_util::future::FutureExt::now_or_never(body);
            let body = body.unwrap().unwrap();
            assert!(
                body.contains("req_1") && !body.contains("the cause"),
                "{body}"
            );
        }
    }
}
